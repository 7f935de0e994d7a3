/** Checks every row of a SQLite file against the shapes of its tables, one row in memory at a time. */
import type { DatabaseSync } from 'node:sqlite';
import { quoted } from './foreign.ts';
import { type RowShape, rowProblems, type Soundness } from './soundness.ts';

/** No column of ours comes near: a longer one would only fill the memory before its shape refuses it. */
const LONGEST_BYTES = 16 * 1024 * 1024;

export type BadRows = { readonly first: readonly string[]; readonly count: number };

/** The file must have the newest schema. Names table, row and column of the first `most` problems, and counts the others. */
export function checkRows(database: DatabaseSync, shapes: Soundness['rows'], most: number): BadRows {
  const first: string[] = [];
  let count = 0;
  const add = (problem: string): void => {
    count += 1;
    if (first.length < most) first.push(problem);
  };
  for (const [table, shape] of Object.entries(shapes)) {
    const oversized = oversizedColumn(database, table, shape);
    if (oversized !== null) add(`In ${table}, ${oversized} is longer than ${LONGEST_BYTES} bytes.`);
    else for (const problem of problemsOf(database, table, shape)) add(problem);
  }
  return { first, count };
}

/** SQLite knows a value's length without reading it. */
function oversizedColumn(database: DatabaseSync, table: string, shape: RowShape): string | null {
  const columns = Object.keys(shape.shape);
  const longest = columns.map((column) => `max(octet_length("${column}")) as "${column}"`);
  const row = database.prepare(`select ${longest.join(', ')} from "${table}"`).get() ?? {};
  return columns.find((column) => Number(row[column] ?? 0) > LONGEST_BYTES) ?? null;
}

function* problemsOf(database: DatabaseSync, table: string, shape: RowShape): Generator<string> {
  const key = keyOf(database, table);
  for (const row of database.prepare(`select * from "${table}"`).iterate()) {
    const id = key.map((column) => String(row[column])).join(' ');
    for (const problem of rowProblems(shape, row)) yield `In ${table}, the row ${quoted(id)}: ${problem}.`;
  }
}

const keyOf = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
    .all(table)
    .map(({ name }) => String(name));
