import { transact } from '#database/connect.ts';
import type { Duties, NamedRow } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { retireVisitor } from '#features/access/store.ts';
import { holdEvents } from '#features/events/store.ts';

/**
 * Deletes everything a device owns, in one transaction: its places, whose seats are free again, its accounts with their
 * scores, its games, the answers kept for it and the device itself. In a drawn bracket a number stands for its name, so
 * that what others played stays true, and the organisers' list of changes tells of a former player.
 */
export const forgetVisitor = (db: Db, slices: readonly Duties[], visitorId: string): Promise<void> =>
  transact(db, async (tx) => {
    if (!(await retireVisitor(tx, visitorId))) return;
    const rows: NamedRow[] = [];
    for (const slice of slices) rows.push(...((await slice.listNamed?.(tx, visitorId)) ?? []));
    const leaving = { visitorId, rows, findKeysInUse: (keys: readonly string[]) => findKeysInUse(tx, slices, keys) };
    const events: string[] = [];
    for (const slice of slices) events.push(...((await slice.listEventsOf?.(tx, leaving)) ?? []));
    await holdEvents(tx, events);
    for (const slice of slices) await slice.forget?.(tx, leaving);
  });

async function findKeysInUse(db: Db, slices: readonly Duties[], keys: readonly string[]): Promise<Set<string>> {
  const inUse = new Set<string>();
  if (keys.length === 0) return inUse;
  for (const slice of slices) for (const key of (await slice.findKeys?.(db, keys)) ?? []) inUse.add(key);
  return inUse;
}

/** Takes everything personal out of the festival for good; what can be counted stays. */
export const forgetEverything = (db: Db, slices: readonly Duties[]): Promise<void> =>
  transact(db, async (tx) => {
    for (const table of slices.flatMap(({ personal = [] }) => personal)) await tx.deleteFrom(table).execute();
    for (const slice of slices) await slice.anonymise?.(tx);
  });
