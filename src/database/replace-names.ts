/** Takes a forgotten person's names out of texts that others typed: reasons, notes, messages to other phones. */
import { sql } from 'kysely';
import type { Db } from './schema.ts';

const INSTEAD = 'somebody';

/** Whole words alone: of "Al" nothing in "Also". `withoutNames('Beat Al, also Ann', ['Al'])` is "Beat somebody, also Ann". */
export function withoutNames(text: string, names: readonly string[]): string {
  const longestFirst = names.filter((name) => name.length > 1).toSorted((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return text;
  const escaped = longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), INSTEAD);
}

type Where = {
  readonly table: 'point_entries' | 'claims' | 'outbox';
  readonly keys: readonly string[];
  readonly column: string;
};

/** Replaces these names in a column of text or JSON, and returns how many rows held one. */
export async function replaceNames(db: Db, { table, keys, column }: Where, names: readonly string[]): Promise<number> {
  let replaced = 0;
  for (const name of new Set(names)) {
    // A `_` matches any letter: more rows are read than hold the name.
    const pattern = `%${JSON.stringify(name).slice(1, -1).replace(/[%\\]/g, '_').toLowerCase()}%`;
    const columns = sql.join([...keys, column].map((each) => sql.ref(each)));
    const found = await sql<Record<string, string>>`
      select ${columns} from ${sql.table(table)} where lower(${sql.ref(column)}) like ${pattern}`.execute(db);
    for (const row of found.rows) {
      const text = withoutNames(row[column] ?? '', [name]);
      if (text === row[column]) continue;
      const isRow = sql.join(
        keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`),
        sql` and `,
      );
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text} where ${isRow}`.execute(db);
      replaced += 1;
    }
  }
  return replaced;
}
