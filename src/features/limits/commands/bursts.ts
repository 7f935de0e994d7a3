/** Reads, removes and restores bursts of registrations, in batches that do not block the event loop for long. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Registered, RegisteredRow } from '#database/duties.ts';
import { idsFrom } from '#database/rows.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import type { Warning } from '#features/events/contract.ts';
import { lockEvents } from '#features/events/store.ts';
import { batchesOf } from '#platform/lists.ts';
import { Refusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { tooLateToUndo, undoableSince, undoUntil } from '#platform/undo.ts';
import type { BurstToRemove, Registrations, Removal, Restored } from '../contract.ts';
import { REMOVAL_UNDO_MS } from '../limits.ts';
import { findBursts, isByNewPhone, type Thing, WATCHED_MS } from '../rules/bursts.ts';
import { PAUSED, thingWords } from '../rules/words.ts';
import * as store from '../store.ts';
import { readAdmission, setPaused, setBadgeWord as writeBadgeWord } from './admission.ts';

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

/**
 * Removes what new phones of a network made since then, and keeps it for an undo.
 * @throws Refusal CHANGED_MEANWHILE when nothing of it is there any more.
 */
export async function removeBurst(
  context: CommandContext,
  caller: StaffCaller,
  { network, since }: BurstToRemove,
  kinds: Kinds,
): Promise<Removal> {
  const made = (await readSince(context.db, kinds, new Date(since))).filter((thing) => thing.network === network);
  return transact(context.db, async (tx) => {
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
    const removal = { id: context.newId(), removedAt: context.now().toISOString(), network, since, things };
    await store.addRemoval(tx, removal);
    for (const { table, rows } of removed) {
      await store.keep(tx, removal.id, table, rows);
      await nextTurn();
    }
    const subject = thingWords(things);
    // Without the network, which is forgotten after two days.
    await record(context, tx, caller.staff, {
      action: 'burst removed',
      subject,
      before: { things, since },
      after: null,
    });
    return shownRemoval(removal);
  });
}

type Removed = { readonly table: Registered['table']; readonly rows: store.Deleted };

/** Deletes, batch by batch, what is still there and not proven. */
async function removeThings(context: CommandContext, tx: Db, made: readonly Made[], kinds: Kinds): Promise<Removed[]> {
  const removed: Removed[] = [];
  // What refers to another kind comes after it, and leaves before it.
  for (const { table, remove } of kinds.toReversed()) {
    const ids = made.filter((thing) => thing.table === table).map(({ id }) => id);
    for (const batch of batchesOf(ids, BATCH)) {
      removed.push({ table, rows: await remove(tx, batch, context) });
      await nextTurn();
    }
  }
  return removed;
}

/**
 * Restores what a removal took: places whose event has a free seat and no drawn bracket, and whatever has its name
 * still free. What belonged to a device forgotten meanwhile stays deleted.
 * @throws Refusal NOT_FOUND after 10 minutes, or when it was undone already.
 */
export const undoRemoval = (
  context: CommandContext,
  caller: StaffCaller,
  id: string,
  kinds: Kinds,
): Promise<Restored> =>
  transact(context.db, async (tx) => {
    const removal = await store.lockRemoval(tx, id, undoableSince(context.now(), REMOVAL_UNDO_MS));
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
    await store.dropRemoval(tx, id);
    const after = { things: restored, since: removal.since };
    const subject = thingWords(restored);
    await record(context, tx, caller.staff, { action: 'burst restored', subject, before: null, after });
    return { restored, things: removal.things };
  });

async function lockVisitors(tx: Db, ids: Iterable<string>): Promise<void> {
  for (const batch of batchesOf([...new Set(ids)].sort(), BATCH)) {
    await store.lockVisitors(tx, batch);
    await nextTurn();
  }
}

/** Pauses visitors’ registrations or resumes them; does nothing when there is no change. */
export const pauseRegistration = (context: CommandContext, caller: StaffCaller, paused: boolean): Promise<void> =>
  transact(context.db, async (tx) => {
    if ((await readAdmission({ ...context, db: tx })).paused === paused) return;
    await setPaused(tx, paused);
    const action = paused ? 'registration paused' : 'registration resumed';
    await record(context, tx, caller.staff, { action, subject: 'everybody', before: null, after: null });
  });

/** Warnings for Needs attention. */
export const pauseWarnings = async (context: CommandContext): Promise<Warning[]> =>
  (await readAdmission(context)).paused ? [PAUSED] : [];

/**
 * Sets the badge word for new devices; null asks for none. The audit entry does not contain the word.
 * @throws Refusal BAD_INPUT for a word without a letter or digit.
 */
export const setBadgeWord = (context: CommandContext, caller: StaffCaller, word: string | null): Promise<void> =>
  transact(context.db, async (tx) => {
    await writeBadgeWord(tx, { from: 'overview', word });
    const action = word === null ? 'badge word switched off' : 'badge word set';
    await record(context, tx, caller.staff, { action, subject: 'new phones', before: null, after: null });
  });
