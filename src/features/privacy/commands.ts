import { transact } from '#database/connect.ts';
import type { Db } from '#database/schema.ts';
import type { World } from '#features/access/commands.ts';
import { noteMentions } from '#features/audit/store.ts';
import { holdEvents } from '#features/events/store.ts';
import { releasePlaces } from '#features/rsvps/commands.ts';
import { nameKey } from '#platform/names.ts';
import { changeWithoutNames, type Gone, notedNames, withoutNames } from './rules.ts';
import * as store from './store.ts';

/**
 * Deletes everything a device owns, in one transaction: its places, whose seats are free again, its accounts with their
 * scores, its games, the answers kept for it and the device itself. In a drawn bracket a number stands for its name, so
 * that what others played stays true, and the organisers' list of changes tells of a former player.
 */
export const forgetVisitor = ({ db }: Pick<World, 'db'>, visitorId: string): Promise<void> =>
  transact(db, async (tx) => {
    if (!(await store.retireVisitor(tx, visitorId))) return;
    const places = await store.listPlacesOf(tx, visitorId);
    const accounts = await store.listAccountsOf(tx, visitorId);
    const removed = await store.listRemovedOf(tx, visitorId);
    const removedIds = (wanted: 'place' | 'account') =>
      removed.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const gone: Gone = {
      rsvps: new Set([...places.map(({ id }) => id), ...removedIds('place')]),
      users: new Set([...accounts.map(({ id }) => id), ...removedIds('account')]),
    };
    const drawn = { eventIds: places.map(({ eventId }) => eventId), userIds: [...gone.users] };
    const played = (await store.findEntrants(tx, drawn)).filter(
      ({ entrants }) => withoutNames(entrants, gone) !== null,
    );
    await holdEvents(
      tx,
      [...places, ...played].map(({ eventId }) => eventId),
    );
    for (const { eventId, entrants } of await store.findEntrants(tx, drawn)) {
      const changed = withoutNames(entrants, gone);
      if (changed !== null) await store.replaceEntrants(tx, { eventId, entrants: changed });
    }
    await releasePlaces(
      tx,
      places.map(({ id }) => id),
    );
    await store.dropVisitor(tx, visitorId);
    const names = [...places, ...accounts, ...removed].map(({ name }) => name);
    await forgetInChanges(tx, gone, names);
  });

/**
 * Last, when whoever was changing something of theirs has committed. A name that somebody else has stays: nobody can
 * tell whose it is.
 */
async function forgetInChanges(tx: Db, gone: Gone, names: readonly string[]): Promise<void> {
  await noteMentions(tx);
  const ids = [...gone.rsvps, ...gone.users];
  const theirs = await store.findChanges(tx, [...ids, ...names.map(nameKey)]);
  const known = [...names, ...notedNames(theirs, gone)];
  const present = await store.findPresent(tx, known.map(nameKey));
  const alone = known.filter((name) => !present.has(nameKey(name)));
  const mentions = alone.map(nameKey);
  for (const { id } of await store.findChanges(tx, mentions)) {
    const held = await store.holdChange(tx, id);
    const changed = held && changeWithoutNames(held, alone);
    if (changed !== null) await store.replaceChange(tx, id, changed);
  }
  await store.dropMentions(tx, [...ids, ...mentions]);
}

/** Takes everything personal out of the festival for good; what can be counted stays. */
export const forgetEverything = ({ db }: Pick<World, 'db'>): Promise<void> => transact(db, store.forgetEverything);
