/** Reads, removes and restores bursts of registrations, in batches that do not block the event loop for long. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clocked, Registered, RegisteredRow } from '#database/duties.ts';
import { idsFrom } from '#database/ids.ts';
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
import type { Burst, BurstToRemove, Counts, Registrations, Removal, Restored } from '../contract.ts';
import { REMOVAL_UNDO_MS } from '../limits.ts';
import {
  canBeRemoved,
  countPerPhone,
  describeBurst,
  findBursts,
  isInBurst,
  SETTLED_MS,
  type Thing,
  WATCHED_MS,
} from '../rules/bursts.ts';
import { KINDS, NONE, pluralOf, sameCounts, total } from '../rules/counts.ts';
import { countPerMinute } from '../rules/minutes.ts';
import { countWords, PAUSED } from '../rules/words.ts';
import * as store from '../store.ts';
import { readAdmission, setPaused, setBadgeWord as writeBadgeWord } from './admission.ts';

/** Rows read per statement: about 2 ms on SQLite, which blocks the program. */
const PAGE = 1000;
/** Rows written per statement, so that a statement takes a few milliseconds. */
const BATCH = 200;

type Kinds = readonly Registered[];
type Reading = { readonly placeTimes: readonly number[]; readonly things: readonly Thing[] };

/** Returns everything registered since `moment`. Reads page by page and yields between pages. */
async function readSince(db: Db, kinds: Kinds, moment: Date): Promise<Reading> {
  const since = moment.getTime();
  const placeTimes: number[] = [];
  const things: Thing[] = [];
  for (const { kind, listAfter, idsAtRandom } of kinds) {
    let after: string | undefined = idsAtRandom ? '' : idsFrom(moment);
    while (after !== undefined) {
      const rows: readonly RegisteredRow[] = await listAfter(db, after, PAGE, moment.toISOString());
      for (const row of rows) {
        const at = Date.parse(row.created_at);
        if (at < since) continue;
        if (kind === 'place') placeTimes.push(at);
        if (row.visitor_id !== null) things.push({ ...asThing(row, row.visitor_id), kind, at });
      }
      after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
      await nextTurn();
    }
  }
  return { placeTimes, things };
}

const asThing = ({ id, network, phone_since, event_id, isProven }: RegisteredRow, visitorId: string) => ({
  id,
  visitorId,
  network,
  proven: isProven,
  eventId: event_id ?? null,
  phoneSince: Date.parse(phone_since ?? ''),
});

export async function readRegistrations(context: CommandContext, kinds: Kinds): Promise<Registrations> {
  const { db } = context;
  const at = context.now();
  const { placeTimes, things } = await readSince(db, kinds, new Date(at.getTime() - WATCHED_MS));
  const removals = await store.listRemovals(db, undoableSince(at, REMOVAL_UNDO_MS));
  return {
    ...(await readAdmission(context)),
    perMinute: countPerMinute(placeTimes, at.getTime()),
    bursts: await describeBursts(db, things, at.getTime() - SETTLED_MS),
    removals: removals.map(shownRemoval),
  };
}

async function describeBursts(db: Db, things: readonly Thing[], until: number): Promise<Burst[]> {
  const bursts = findBursts(things.filter(({ at }) => at <= until));
  const eventIds = new Set(bursts.flatMap((burst) => burst.things.flatMap(({ eventId }) => eventId ?? [])));
  const events = new Map((await store.listEventFacts(db, [...eventIds])).map((event) => [event.id, event]));
  const perPhone = countPerPhone(things);
  return bursts.map((burst) => describeBurst(burst, perPhone, events));
}

const shownRemoval = ({ id, from, to, removedAt, removed }: store.StoredRemoval): Removal => ({
  id,
  from,
  to,
  removed,
  undoUntil: undoUntil(removedAt, REMOVAL_UNDO_MS),
});

const changedMeanwhile = (): Refusal =>
  new Refusal('CHANGED_MEANWHILE', 'This has changed since you looked, so nothing was removed. Please look again.');

/**
 * Removes what a burst registered in one transaction, frees the seats and keeps the rows for an undo.
 * @throws Refusal CHANGED_MEANWHILE when it would differ from what the organiser was shown.
 */
export async function removeBurst(
  context: CommandContext,
  caller: StaffCaller,
  wanted: BurstToRemove,
  kinds: Kinds,
): Promise<Removal> {
  if (total(wanted.removable) === 0) throw changedMeanwhile();
  const span = { network: wanted.network, from: Date.parse(wanted.from), to: Date.parse(wanted.to) };
  // Read before the transaction, because SQLite writers wait for it. A burst does not grow once it is shown; the counts
  // of the deletion leave out rows that were deleted or checked in meanwhile.
  const { things } = await readSince(context.db, kinds, new Date(span.from));
  const inBurst = things.filter((thing) => isInBurst(thing, span));
  const eventIds = inBurst.flatMap(({ eventId }) => eventId ?? []);
  const visitorIds = inBurst.map(({ visitorId }) => visitorId);
  return transact(context.db, async (tx) => {
    const events = await lockEvents(tx, eventIds);
    await lockVisitors(tx, visitorIds);
    const drawn = new Set(events.filter(({ bracketDrawn }) => bracketDrawn).map(({ id }) => id));
    const removable = inBurst.filter((thing) => canBeRemoved(thing, (id) => drawn.has(id)));
    const { removable: removed, ...shown } = wanted;
    const removal = { ...shown, removed, id: context.newId(), removedAt: context.now().toISOString() };
    await store.addRemoval(tx, removal);
    const taken = await removeThings(context, tx, { removalId: removal.id, things: removable, kinds });
    if (!sameCounts(taken, removed)) throw changedMeanwhile();
    const before = { ...removed, from: wanted.from, to: wanted.to };
    await record(context, tx, caller.staff, {
      action: 'burst removed',
      subject: countWords(removed),
      before,
      after: null,
    });
    return shownRemoval(removal);
  });
}

type Removing = { removalId: string; things: readonly Thing[]; kinds: Kinds };

async function removeThings(context: CommandContext, tx: Db, { removalId, things, kinds }: Removing): Promise<Counts> {
  const removed = { ...NONE };
  // What refers to another kind comes after it, and leaves before it.
  for (const { kind, remove } of kinds.toReversed()) {
    const ids = things.filter((thing) => thing.kind === kind).map(({ id }) => id);
    for (const batch of batchesOf(ids, BATCH)) {
      const rows = await remove(tx, batch, context);
      await store.keep(tx, removalId, kind, rows);
      removed[pluralOf(kind)] += rows.length;
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
    const events = (await store.listEvents(tx, id, 'place')).filter((event) => event !== null);
    await lockEvents(tx, events);
    await lockVisitors(tx, await store.listVisitors(tx, id));
    const outcome = { restored: { ...NONE }, lost: { seats: 0, names: 0, events: 0 } };
    for (const of of kinds) await restoreKind(context, tx, id, of, outcome);
    await store.dropRemoval(tx, id);
    const after = { ...outcome.restored, from: removal.from, to: removal.to };
    const subject = countWords(outcome.restored);
    await record(context, tx, caller.staff, { action: 'burst restored', subject, before: null, after });
    return outcome;
  });

async function lockVisitors(tx: Db, ids: Iterable<string>): Promise<void> {
  for (const batch of batchesOf([...new Set(ids)].sort(), BATCH)) {
    await store.lockVisitors(tx, batch);
    await nextTurn();
  }
}

async function restoreKind(
  context: CommandContext,
  tx: Db,
  removalId: string,
  { kind, table, restore }: Registered,
  outcome: Restored,
): Promise<void> {
  for (const eventId of await store.listEvents(tx, removalId, kind)) {
    for await (const batch of removedBatches(tx, { removalId, kind, eventId })) {
      const rows = batch.map((row) => JSON.parse(row) as object);
      const { restored, lost } = (await restore?.(tx, rows, context)) ?? (await store.putBack(tx, table, rows));
      outcome.restored[pluralOf(kind)] += restored;
      outcome.lost.seats += lost.seats ?? 0;
      outcome.lost.names += lost.names ?? 0;
      outcome.lost.events += lost.events ?? 0;
    }
  }
}

/** Takes the rows out of a removal, batch by batch. */
async function* removedBatches(tx: Db, which: Parameters<typeof store.takeRemoved>[1]): AsyncGenerator<string[]> {
  for (;;) {
    const batch = await store.takeRemoved(tx, which, BATCH);
    if (batch.length === 0) return;
    yield batch;
    await nextTurn();
  }
}

/** Deletes removals that cannot be undone any more. Returns their number. */
export async function forgetRemovals({ db, now }: Clocked): Promise<number> {
  const ids = await store.listOldRemovals(db, undoableSince(now(), REMOVAL_UNDO_MS));
  for (const removalId of ids) {
    for (const kind of KINDS) {
      let taken = BATCH;
      while (taken === BATCH) {
        taken = await transact(db, async (tx) => (await store.takeRemoved(tx, { removalId, kind }, BATCH)).length);
        await nextTurn();
      }
    }
    await store.dropRemoval(db, removalId);
  }
  return ids.length;
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
