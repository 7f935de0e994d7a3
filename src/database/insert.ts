import type { Insertable } from 'kysely';
import { pauses } from '#platform/server/steps.ts';
import { batchesOf } from '#platform/steps.ts';
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
  for (const batch of batchesOf(items, PIECE)) {
    await db.insertInto(table).values(batch.map(rowOf)).execute();
    await rest();
  }
}
