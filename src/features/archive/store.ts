/** The SQL of the archive. The lists of a festival's file are read and written by the slices that keep them. */
import type { Duties } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { allowLong, noteChange } from '#database/transactions.ts';
import { MINE } from '#platform/live.ts';

export const SAMPLE = 'sample data';
export const LOCK = 'archive lock';

/** For each statement; after 30 s the connection of a request is closed. */
export const LONGEST_MS = 20_000;

/** Serialises clearing and importing over all instances: the second waits until the first has committed. */
export async function lockArchive(tx: Db): Promise<void> {
  await allowLong(tx, LONGEST_MS);
  await tx
    .insertInto('meta')
    .values({ key: LOCK, value: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '' }))
    .execute();
}

export async function isSample(db: Db): Promise<boolean> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', SAMPLE).executeTakeFirst();
  return row?.value === 'on';
}

/** Returns whether the mark existed: of two concurrent calls one gets true. */
export async function takeSampleMark(tx: Db): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('meta').where('key', '=', SAMPLE).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function markSample(tx: Db): Promise<void> {
  await tx.insertInto('meta').values({ key: SAMPLE, value: 'on' }).execute();
}

/** Returns, by its key, how many rows each list has whose table must be empty before a festival file is imported. */
export async function countEverything(db: Db, slices: readonly Duties[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { archived } of slices) {
    if (archived?.table === undefined) continue;
    const counted = db.selectFrom(archived.table).select(({ fn }) => fn.countAll().as('count'));
    counts[archived.key] = Number((await counted.executeTakeFirstOrThrow()).count);
  }
  return counts;
}

export async function emptyTables(
  tx: Db,
  slices: readonly Duties[],
  tablesOf: (slice: Duties) => NonNullable<Duties['cleared']>,
): Promise<void> {
  for (const { topic } of slices.flatMap(({ live = [] }) => live)) noteChange(tx, topic);
  noteChange(tx, MINE);
  for (const table of slices.flatMap(tablesOf)) await tx.deleteFrom(table).execute();
}
