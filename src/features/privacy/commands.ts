import type { Duties, Leaving, NamedRow } from '#database/duties.ts';
import { noteForgotten } from '#database/forgotten.ts';
import type { Db } from '#database/schema.ts';
import { allowLong, transact } from '#database/transactions.ts';
import { type CommandContext, presentCaller } from '#features/access/commands/writes.ts';
import { readSince, retireVisitor } from '#features/access/store/callers.ts';
import { lockEvents } from '#features/events/store.ts';
import { MINUTE } from '#platform/durations.ts';
import type { Caller } from '#platform/server/caller.ts';

/** Returns the visitor's rows, and the events that forgetting them changes. */
async function readLeaving(tx: Db, slices: readonly Duties[], visitorId: string) {
  const rows: NamedRow[] = [];
  for (const slice of slices) rows.push(...((await slice.listNamed?.(tx, visitorId)) ?? []));
  const leaving = { visitorId, rows };
  const events: string[] = [];
  for (const slice of slices) events.push(...((await slice.listEventsOf?.(tx, leaving)) ?? []));
  return { leaving, events };
}

/**
 * Locks a visitor who leaves and the events that this changes: the events first, like a promotion, which gives a place in
 * a locked event to a visitor. Returns all there is, also what was added while this waited; null for an unknown visitor.
 */
export async function lockLeaving(tx: Db, slices: readonly Duties[], visitorId: string): Promise<Leaving | null> {
  const { events: before } = await readLeaving(tx, slices, visitorId);
  await lockEvents(tx, before);
  if (!(await retireVisitor(tx, visitorId))) return null;
  const { leaving, events } = await readLeaving(tx, slices, visitorId);
  const late = events.filter((id) => !before.includes(id));
  await lockEvents(tx, late);
  return leaving;
}

/**
 * Deletes everything a visitor owns, in one transaction: their places, which frees the seats, waiting entries, accounts with
 * their scores, games, stored answers and devices. Drawn brackets and the organisers' list of changes keep "Former
 * player" instead of the names. Since the request the caller's device may have joined another visitor, who is forgotten then.
 */
export async function forgetVisitor(context: CommandContext, slices: readonly Duties[], caller: Caller): Promise<void> {
  const { visitorId } = caller;
  if (visitorId === null) return;
  const isForgotten = await transact(context.db, async (tx) => {
    const leaving = await lockLeaving(tx, slices, visitorId);
    if (leaving === null) return false;
    const since = await readSince(tx, visitorId);
    for (const slice of slices) await slice.forget?.(tx, leaving, context);
    const names = leaving.rows.map(({ name }) => name);
    const taken = await Promise.all(slices.map((slice) => slice.listTakenNames?.(tx, names) ?? []));
    // A name of another's account means that account, too.
    const free = names.filter((name) => !taken.flat().includes(name));
    await noteForgotten(tx, context.secret, free, since);
    return true;
  });
  if (!isForgotten) await forgetVisitor(context, slices, await presentCaller(context.db, caller));
}

/** Deletes everything personal in the festival for good; what can be counted stays. */
export const forgetEverything = (db: Db, slices: readonly Duties[]): Promise<void> =>
  transact(db, async (tx) => {
    await allowLong(tx, 10 * MINUTE);
    for (const table of slices.flatMap(({ personal = [] }) => personal)) await tx.deleteFrom(table).execute();
    for (const slice of slices) await slice.anonymise?.(tx);
  });
