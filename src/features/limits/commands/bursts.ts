/** Reads, removes and restores bursts of registrations, in batches that do not block the event loop for long. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Registered, RegisteredRow } from '#database/duties.ts';
import { idsFrom } from '#database/rows.ts';
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { PreparedStaffWork, StaffWork } from '#features/audit/commands.ts';
import type { Warning } from '#features/events/contract.ts';
import { lockEvents } from '#features/events/store.ts';
import { batchesOf } from '#platform/lists.ts';
import { Refusal } from '#platform/refusal.ts';
import { tooLateToUndo, undoableSince, undoUntil } from '#platform/undo.ts';
import type * as contract from '../contract.ts';
import type { Registrations, Removal } from '../contract.ts';
import { REMOVAL_UNDO_MS } from '../limits.ts';
import { findBursts, isByNewPhone, type Thing, WATCHED_MS } from '../rules/bursts.ts';
import { PAUSED, thingWords } from '../rules/words.ts';
import * as store from '../store.ts';
import { readAdmission } from './admission.ts';

/** Rows read per statement: about 2 ms on SQLite, which blocks the program. */
const PAGE = 1000;
/** Rows written per statement, so that a statement takes a few milliseconds. */
const BATCH = 200;

type Kinds = readonly Registered[];
type Made = Thing & {
  readonly table: Registered['table'];
  readonly id: string;
  readonly visitorId: string;
  readonly eventId: string | null;
};

/** Returns what new phones made since `moment`, without what a removal leaves. Reads page by page and yields between pages. */
async function readSince(db: Db, kinds: Kinds, moment: Date): Promise<Made[]> {
  const made: Made[] = [];
  for (const { table, listAfter, idsAtRandom } of kinds) {
    let after: string | undefined = idsAtRandom ? '' : idsFrom(moment);
    while (after !== undefined) {
      const rows: readonly RegisteredRow[] = await listAfter(db, after, PAGE, moment.toISOString());
      for (const { id, created_at, visitor_id, network, phone_since, event_id = null, isProven } of rows) {
        const at = Date.parse(created_at);
        if (at < moment.getTime() || isProven || visitor_id === null || network === null || phone_since === null)
          continue;
        if (!isByNewPhone(at, Date.parse(phone_since))) continue;
        made.push({ table, id, at, network, visitorId: visitor_id, eventId: event_id });
      }
      after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
      await nextTurn();
    }
  }
  return made;
}

export async function readRegistrations(context: CommandContext, kinds: Kinds): Promise<Registrations> {
  const { db } = context;
  const at = context.now();
  const removals = await store.listRemovals(db, undoableSince(at, REMOVAL_UNDO_MS));
  return {
    ...(await readAdmission(context)),
    bursts: findBursts(await readSince(db, kinds, new Date(at.getTime() - WATCHED_MS))),
    removals: removals.map(shownRemoval),
  };
}

const shownRemoval = ({ removedAt, ...removal }: store.StoredRemoval): Removal => ({
  ...removal,
  undoUntil: undoUntil(removedAt, REMOVAL_UNDO_MS),
});

const nothingLeft = (): Refusal =>
  new Refusal('CHANGED_MEANWHILE', 'There is nothing left to remove. Please look again.');

/** Removes what new phones of a network made since then, and keeps it for an undo. */
export const removeBurst = (kinds: Kinds): PreparedStaffWork<typeof contract.removeBurst, Made[]> => ({
  async prepare({ context, body: { network, since } }) {
    return (await readSince(context.db, kinds, new Date(since))).filter((thing) => thing.network === network);
  },
  async act({ context, tx, at, body: { network, since }, prepared: made, note }) {
    await lockEvents(
      tx,
      made.flatMap(({ eventId }) => eventId ?? []),
    );
    await lockVisitors(
      tx,
      made.map(({ visitorId }) => visitorId),
    );
    const removed = await removeThings(context, tx, made, kinds);
    const things = removed.reduce((sum, { rows }) => sum + rows.length, 0);
    if (things === 0) throw nothingLeft();
    const removal = { id: context.newId(), removedAt: at, network, since, things };
    await store.addRemoval(tx, removal);
    for (const { table, rows } of removed) {
      await store.keep(tx, removal.id, table, rows);
      await nextTurn();
    }
    // Without the network, which is forgotten after two days.
    await note({ action: 'burst removed', subject: thingWords(things), before: { things, since }, after: null });
    return shownRemoval(removal);
  },
});

type Removed = { readonly table: Registered['table']; readonly rows: store.Deleted };

/** Deletes, batch by batch, what is still there and not proven. */
async function removeThings(context: CommandContext, tx: Db, made: readonly Made[], kinds: Kinds): Promise<Removed[]> {
  const removed: Removed[] = [];
  // What refers to another kind comes after it, and leaves before it.
  for (const { table, remove, settle } of kinds.toReversed()) {
    const ids = made.filter((thing) => thing.table === table).map(({ id }) => id);
    const events = new Set<string>();
    for (const batch of batchesOf(ids, BATCH)) {
      const rows = await remove(tx, batch, context);
      for (const row of rows) if (row.event_id !== undefined) events.add(row.event_id);
      removed.push({ table, rows });
      await nextTurn();
    }
    await settle?.(tx, events, context);
  }
  return removed;
}

/**
 * Restores what a removal took: places whose event has a free seat and no drawn bracket, and whatever has its name
 * still free. What belonged to a device forgotten meanwhile stays deleted.
 */
export const undoRemoval =
  (kinds: Kinds): StaffWork<typeof contract.undoRemoval> =>
  async ({ context, tx, now, params: { id }, note }) => {
    const removal = await store.lockRemoval(tx, id, undoableSince(now, REMOVAL_UNDO_MS));
    if (removal === null) throw tooLateToUndo();
    const holders = await store.listHolders(tx, id);
    await lockEvents(
      tx,
      holders.flatMap(({ event_id }) => event_id ?? []),
    );
    await lockVisitors(
      tx,
      holders.map(({ visitor_id }) => visitor_id),
    );
    let restored = 0;
    // Read after the locks: a device may have been forgotten meanwhile.
    for (const { table, restore } of kinds) {
      for (const rows of batchesOf(await store.listRemoved(tx, id, table), BATCH)) {
        restored += (await restore?.(tx, rows, context)) ?? (await store.putBack(tx, table, rows));
        await nextTurn();
      }
    }
    // With what it keeps.
    await tx.deleteFrom('removals').where('id', '=', id).execute();
    const after = { things: restored, since: removal.since };
    await note({ action: 'burst restored', subject: thingWords(restored), before: null, after });
    return { restored, things: removal.things };
  };

async function lockVisitors(tx: Db, ids: Iterable<string>): Promise<void> {
  for (const batch of batchesOf([...new Set(ids)].sort(), BATCH)) {
    await store.lockVisitors(tx, batch);
    await nextTurn();
  }
}

/** Warnings for Needs attention. */
export const pauseWarnings = async (context: CommandContext): Promise<Warning[]> =>
  (await readAdmission(context)).paused ? [PAUSED] : [];
