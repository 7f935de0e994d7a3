import type { Insertable } from 'kysely';
import { pauses } from '#platform/server/pauses.ts';
import type { Db, Schema } from './schema.ts';

/** Rows per statement, below SQLite's limit of values. */
const PIECE = 100;

/** Inserts any number of rows, and yields between statements. */
export async function insertAll<T extends keyof Schema, Item>(
  db: Db,
  table: T,
  items: readonly Item[],
  rowOf: (item: Item) => Insertable<Schema[T]>,
): Promise<void> {
  const rest = pauses();
  for (let from = 0; from < items.length; from += PIECE) {
    const rows = items.slice(from, from + PIECE).map(rowOf);
    await db.insertInto(table).values(rows).execute();
    await rest();
  }
}
