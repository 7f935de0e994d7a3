import type { Clocked, DutyContext } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { RepeatableStaffWork, StaffWork, StaffWriting, Writing } from '#features/audit/commands.ts';
import { wasDone } from '#features/audit/store.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Staff } from '#platform/staff.ts';
import { undoableSince } from '#platform/undo.ts';
import type * as contract from './contract.ts';
import type { EventEdit, FestivalEvent, TableSettings } from './contract.ts';
import { changedSince, edited, whyNotEditSince } from './rules/edits.ts';
import { followersOfEither, latenessAfter, whyNotSayLate, withFollowers } from './rules/lateness.ts';
import { isDue, isDueToEnd, whyNotChangeTournament, whyNotMoveTo } from './rules/status.ts';
import * as store from './store.ts';

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Gives a locked event another number of seats. @throws Refusal CAPACITY_TAKEN. */
    changeCapacity(context: CommandContext, tx: Db, event: FestivalEvent, capacity: number): Promise<void>;
    /** Ends the waiting list of a locked event, because nobody can join it any more. */
    endWaiting(tx: Db, eventId: string): Promise<void>;
    /** Completes a locked event. @throws Refusal UNDECIDED. */
    complete(context: CommandContext, tx: Db, eventId: string, options: { onlyDecided: boolean }): Promise<void>;
    /**
     * Gives the points of a locked event as its standings say once it is completed, and takes back all others that it gave.
     * @throws Refusal BAD_INPUT for a score out of range.
     */
    awardPoints(context: CommandContext, tx: Db, by: Staff, event: FestivalEvent): Promise<void>;
    /**
     * Ends the calls of a locked event that its matches, tables or status do not allow any more, then calls the next matches
     * where they are called by themselves.
     */
    settleCalls(context: DutyContext, tx: Db, eventId: string): Promise<void>;
    /** Tells everybody with a place in a locked event, or in its line, what an organiser changed. */
    notifyEvent(context: CommandContext, tx: Db, before: NoticedEvent, after: NoticedEvent): Promise<void>;
  }
}

/** An event as a notice shows it; a deleted one is cancelled. */
export type NoticedEvent = { readonly event: FestivalEvent; readonly cancelled: boolean };

const planned = (event: FestivalEvent): NoticedEvent => ({ event, cancelled: false });
const cancelled = (event: FestivalEvent): NoticedEvent => ({ event, cancelled: true });

export const noSuchEvent = (): Refusal => new Refusal('NOT_FOUND', 'This event is not in the programme any more.');

/** Locks an event until the transaction ends. @throws Refusal NOT_FOUND. */
export async function lockEventOrThrow(tx: Db, id: string): Promise<FestivalEvent> {
  const event = await store.lockEvent(tx, id);
  if (event === null) throw noSuchEvent();
  return event;
}

type Sides = { before: FestivalEvent; after: FestivalEvent | null } | { before: null; after: FestivalEvent };

function noteEvent({ note }: StaffWriting, action: string, sides: Sides): Promise<void> {
  const { id, title } = sides.before === null ? sides.after : sides.before;
  return note({ action, subject: title, eventId: id, ...sides });
}

export const createEvent: RepeatableStaffWork<typeof contract.createEvent> = {
  async act(given) {
    const { context, tx, now, body } = given;
    const after = await store.addEvent(tx, context.newId(), { ...body, ...edited(now) });
    await noteEvent(given, 'event created', { before: null, after });
    return after;
  },
  async recall(tx, { id }) {
    const present = await store.findEvent(tx, id);
    if (present === null)
      throw new Refusal('GONE', 'This event was deleted in the meantime. Create it again if you still want it.');
    return present;
  },
};

export const editEvent: StaffWork<typeof contract.editEvent> = async (given) => {
  const { tx, params, body } = given;
  const isPlan = 'startTime' in body || 'location' in body || 'duration' in body;
  const lockedIds = isPlan ? await lockWithFollowers(tx, params.id, body.location) : [];
  const event = await editEventIn(given, params.id, body, lockedIds);
  const isOfTables = [body.tables, body.closedTables, body.callsByItself].some((one) => one !== undefined);
  return isOfTables ? { ...event, ...(await store.readTables(tx, params.id)) } : event;
};

/**
 * As `editEvent`, also in an import, which has locked the events `lockedIds`.
 * @throws Refusal NOT_FOUND, CHANGED_MEANWHILE, CAPACITY_TAKEN or BRACKET_DRAWN.
 */
export async function editEventIn(
  given: StaffWriting,
  id: string,
  { expectedRevision, tables, closedTables, callsByItself, ...change }: EventEdit,
  lockedIds: readonly string[],
): Promise<FestivalEvent> {
  const { context, tx, now, note } = given;
  const { capacity, ...rest } = change;
  const before = await lockEventOrThrow(tx, id);
  await changeTables(given, before, { tables, closedTables, callsByItself });
  const changed = changedSince(before, change);
  // Also of an older revision: its first answer may have been lost.
  if (changed.length === 0) {
    await note(null);
    return before;
  }
  throwRefusal(whyNotEditSince(before, expectedRevision));
  throwRefusal(whyNotChangeTournament(before.tournamentType, change.tournamentType, before.bracketDrawn));
  const [isNewTime, isNewRoom] = [changed.includes('startTime'), changed.includes('location')];
  const timing = isNewTime || isNewRoom ? onTime(before) : { ...before, duration: change.duration ?? before.duration };
  if (before.status !== 'completed') await delayFollowers(given, before, timing, lockedIds);
  const onPlan = isNewTime && { lateMinutes: 0 };
  let after = await store.changeEvent(tx, id, { ...rest, ...onPlan, ...edited(now) });
  if (isNewRoom) await delayFollowersAgain(given, after, lockedIds);
  // After the new time: an event that has ended has no line to give the seats to.
  if (capacity !== undefined && changed.includes('capacity')) {
    await context.hooks.changeCapacity(context, tx, after, capacity);
    after = await lockEventOrThrow(tx, id);
  }
  if (isNewRoom) await context.hooks.settleCalls(context, tx, id);
  await context.hooks.notifyEvent(context, tx, planned(before), planned(after));
  await noteEvent(given, 'event edited', { before, after });
  return after;
}

/** Tables are no part of the edit's revision: they are set at the event, and the last change wins. */
async function changeTables(
  { context, tx, note }: StaffWriting,
  { id, title }: FestivalEvent,
  change: { readonly [Key in keyof TableSettings]: TableSettings[Key] | undefined },
): Promise<void> {
  const before = await store.readTables(tx, id);
  const { tables = before?.tables ?? [], closedTables, callsByItself } = change;
  if (before === null || Object.values(change).every((one) => one === undefined)) return;
  // A table that is gone is not closed either.
  const closed = Object.entries(closedTables ?? before.closedTables).filter(([name]) => tables.includes(name));
  const after = {
    tables,
    closedTables: Object.fromEntries(closed),
    callsByItself: callsByItself ?? before.callsByItself,
  };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  await store.writeTables(tx, id, after);
  await context.hooks.settleCalls(context, tx, id);
  await note({ action: 'tables changed', subject: title, eventId: id, before, after });
}

/**
 * Locks the event, also a hidden one, and what follows it in its room and in `newRoom`, in the order of ids. What comes
 * into the room meanwhile is not locked, and so not delayed. Returns the ids.
 */
export async function lockWithFollowers(tx: Db, id: string, newRoom?: string): Promise<readonly string[]> {
  const event = await store.findEvent(tx, id, store.everyEvent(tx));
  const rooms = event === null ? [] : [event, { ...event, location: newRoom ?? event.location }];
  const ids = event === null ? [id] : withFollowers(rooms, await store.listOutlines(tx));
  await store.lockEvents(tx, ids);
  return ids;
}

type InTransaction = Pick<Writing, 'context' | 'tx'>;
type Timing = Pick<FestivalEvent, 'duration' | 'lateMinutes'>;
const onTime = ({ duration }: FestivalEvent): Timing => ({ duration, lateMinutes: 0 });

/** Delays what follows an event in its room after its delay or duration changed, and notifies those with a place there. */
async function delayFollowers(
  { context, tx }: InTransaction,
  event: FestivalEvent,
  now: Timing,
  lockedIds: readonly string[],
): Promise<void> {
  if (event.lateMinutes === now.lateMinutes && event.duration === now.duration) return;
  const followers = followersOfEither(event, now, await store.listEvents(tx, lockedIds));
  const late = latenessAfter(event, now, followers);
  for (const before of followers) {
    const lateMinutes = late.get(before.id);
    if (lateMinutes === undefined) continue;
    const after = await store.changeEvent(tx, before.id, { lateMinutes, ...edited(context.now()) });
    await context.hooks.notifyEvent(context, tx, planned(before), planned(after));
  }
}

/** Delays again what follows an event that is back with its delay. */
export const delayFollowersAgain = (
  work: InTransaction,
  event: FestivalEvent,
  lockedIds: readonly string[],
): Promise<void> => delayFollowers(work, { ...event, lateMinutes: 0 }, event, lockedIds);

export const sayLate: StaffWork<typeof contract.sayLate> = async (given) => {
  const { context, tx, now, at, params, body, note } = given;
  const { minutes } = body;
  const lockedIds = await lockWithFollowers(tx, params.id);
  const before = await lockEventOrThrow(tx, params.id);
  throwRefusal(whyNotSayLate(before, at));
  if (before.lateMinutes === minutes) {
    await note(null);
    return before;
  }
  await delayFollowers(given, before, { ...before, lateMinutes: minutes }, lockedIds);
  const after = await store.changeEvent(tx, before.id, { lateMinutes: minutes, ...edited(now) });
  await context.hooks.notifyEvent(context, tx, planned(before), planned(after));
  await noteEvent(given, minutes === 0 ? 'event on time' : 'event running late', { before, after });
  return after;
};

const ACTIONS = { upcoming: 'event announced', 'in-progress': 'event started', completed: 'event completed' } as const;

export const changeStatus: StaffWork<typeof contract.changeStatus> = async (given) => {
  const { context, tx, staff, params, body, note } = given;
  const { status, onlyDecided = false } = body;
  const lockedIds = status === 'completed' ? await lockWithFollowers(tx, params.id) : [];
  const before = await lockEventOrThrow(tx, params.id);
  throwRefusal(whyNotMoveTo(before.status, status));
  if (before.status === status) {
    await note(null);
    return before;
  }
  const after =
    status === 'completed'
      ? await complete(given, before, { onlyDecided, lockedIds })
      : await store.setStatus(tx, before.id, status);
  await context.hooks.settleCalls(context, tx, before.id);
  if (status === 'completed') await context.hooks.awardPoints(context, tx, staff, after);
  await noteEvent(given, ACTIONS[status], { before, after });
  return after;
};

/** Starts each event whose time has come. Returns how many. */
export async function startDue(context: Clocked & DutyContext): Promise<number> {
  const { db, now } = context;
  const due = (await store.listOutlines(db)).filter((event) => isDue(event, now().toISOString()));
  let started = 0;
  for (const { id } of due) {
    await transact(db, async (tx) => {
      // An organiser may have started or moved it meanwhile.
      const event = await store.lockEvent(tx, id);
      if (event === null || !isDue(event, now().toISOString())) return;
      await store.setStatus(tx, id, 'in-progress');
      await context.hooks.settleCalls(context, tx, id);
      started += 1;
    });
  }
  return started;
}

/** The action on the list of changes. */
export const COMPLETION_UNDONE = 'completion undone';

/** Completes each event that has ended, unless its completion was undone. Returns how many. */
export async function endDue(context: CommandContext): Promise<number> {
  const { db, now } = context;
  const isOver = (event: FestivalEvent | null) => event !== null && isDueToEnd(event, now().toISOString());
  let ended = 0;
  for (const { id } of (await store.listEvents(db)).filter(isOver)) {
    await transact(db, async (tx) => {
      const lockedIds = await lockWithFollowers(tx, id);
      // An organiser may have completed or moved it meanwhile.
      const event = await store.lockEvent(tx, id);
      if (event === null || !isOver(event)) return;
      // Who undid its completion ends it.
      if (await wasDone(tx, id, COMPLETION_UNDONE)) return;
      await complete({ context, tx }, event, { onlyDecided: false, lockedIds });
      await context.hooks.settleCalls(context, tx, id);
      ended += 1;
    });
  }
  return ended;
}

type Completion = { readonly onlyDecided: boolean; readonly lockedIds: readonly string[] };

async function complete(work: InTransaction, event: FestivalEvent, { onlyDecided, lockedIds }: Completion) {
  const { context, tx } = work;
  await delayFollowers(work, event, onTime(event), lockedIds);
  await context.hooks.complete(context, tx, event.id, { onlyDecided });
  return event.lateMinutes > 0
    ? store.changeEvent(tx, event.id, edited(context.now()))
    : lockEventOrThrow(tx, event.id);
}

/** Hides the event; `finishDeletions` deletes it. */
export const deleteEvent: StaffWork<typeof contract.deleteEvent> = async (given) => {
  const { context, tx, at, params } = given;
  const lockedIds = await lockWithFollowers(tx, params.id);
  const before = await lockEventOrThrow(tx, params.id);
  await delayFollowers(given, before, onTime(before), lockedIds);
  const { editRevision } = await store.hideEvent(tx, before.id, at);
  await context.hooks.settleCalls(context, tx, before.id);
  await context.hooks.notifyEvent(context, tx, planned(before), cancelled({ ...before, editRevision }));
  await noteEvent(given, 'event deleted', { before, after: null });
};

/** Undoes a deletion that is not final. */
export const restoreEvent: StaffWork<typeof contract.restoreEvent> = async (given) => {
  const { context, tx, now, at, params, note } = given;
  const lockedIds = await lockWithFollowers(tx, params.id);
  const after = await store.restoreEvent(tx, params.id, undoableSince(now), at);
  if (after === null) {
    // The answer to the first undo may have been lost.
    const present = await store.findEvent(tx, params.id);
    if (present === null) throw new Refusal('NOT_FOUND', 'This event can’t be brought back any more.');
    await note(null);
    return present;
  }
  await delayFollowersAgain(given, after, lockedIds);
  await context.hooks.settleCalls(context, tx, after.id);
  await context.hooks.notifyEvent(context, tx, cancelled(after), planned(after));
  await noteEvent(given, 'event restored', { before: null, after });
  return after;
};

/** Deletes the hidden events whose deletion is final, with their RSVPs and matches. Returns how many. */
export async function finishDeletions({ db, now }: Clocked): Promise<number> {
  const until = undoableSince(now());
  let deleted = 0;
  for (const { event, deletedAt } of await store.listHiddenEvents(db)) {
    if (deletedAt <= until && (await transact(db, (tx) => store.removeEvent(tx, event.id, until)))) deleted += 1;
  }
  return deleted;
}
