/** Checks every row of a SQLite file against the shapes of its tables, one row in memory at a time. */
import type { DatabaseSync } from 'node:sqlite';
import { quoted } from './foreign.ts';
import { type RowShape, rowProblems, type Soundness } from './soundness.ts';

/** Far above the longest value of any column. */
const LONGEST_BYTES = 16 * 1024 * 1024;

export type BadRows = { readonly first: readonly string[]; readonly count: number };

/**
 * Returns one sentence for each column with a value too large to load. Works for every schema version: call it before a
 * migration reads rows. SQLite knows a value's length without reading it.
 */
export function oversizedColumns(database: DatabaseSync): string[] {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  return tables.flatMap(({ name: table }) => {
    const columns = database.prepare('select name from pragma_table_info(?)').all(String(table));
    const names = columns.map(({ name }) => String(name));
    const longest = names.map((name) => `max(octet_length("${name}")) as "${name}"`);
    const row = database.prepare(`select ${longest.join(', ')} from "${table}"`).get() ?? {};
    return names
      .filter((name) => Number(row[name] ?? 0) > LONGEST_BYTES)
      .map((name) => `In ${table}, ${name} is longer than ${LONGEST_BYTES} bytes.`);
  });
}

/**
 * Checks a file of the newest schema. Returns table, row and column of the first `most` problems, and the number of the
 * others.
 */
export function checkRows(database: DatabaseSync, shapes: Soundness['rows'], most: number): BadRows {
  const first: string[] = [];
  let count = 0;
  for (const [table, shape] of Object.entries(shapes)) {
    for (const problem of problemsOf(database, table, shape)) {
      count += 1;
      if (first.length < most) first.push(problem);
    }
  }
  return { first, count };
}

function* problemsOf(database: DatabaseSync, table: string, shape: RowShape): Generator<string> {
  const key = keyOf(database, table);
  const all = database.prepare(`select * from "${table}"`);
  // Integers beyond JavaScript's would otherwise throw.
  all.setReadBigInts(true);
  for (const read of all.iterate()) {
    const row = Object.fromEntries(Object.entries(read).map(([column, value]) => [column, asNumber(value)]));
    const id = key.map((column) => String(row[column])).join(' ');
    for (const problem of rowProblems(shape, row)) yield `In ${table}, the row ${quoted(id)}: ${problem}.`;
  }
}

const asNumber = (value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

const keyOf = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
    .all(table)
    .map(({ name }) => String(name));
