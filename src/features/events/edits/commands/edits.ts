import type { StaffWork, StaffWriting } from '#features/audit/commands.ts';
import { settleCalls } from '#features/brackets/commands/calls.ts';
import { changeOptions } from '#features/brackets/commands/rounds.ts';
import { cancelled, notifyEvent, planned } from '#features/news/notices/commands.ts';
import { hasOpenEntries } from '#features/queue/store.ts';
import { dropOtherAnswers } from '#features/rsvps/commands/places.ts';
import { changeCapacity } from '#features/rsvps/commands/seats.ts';
import { countLine } from '#features/waiting/store.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import { undoableSince } from '#platform/undo.ts';
import { lockEventOrThrow, noteEvent, refuseLottery } from '../../commands.ts';
import type * as contract from '../../contract.ts';
import type { EventEdit, FestivalEvent, TableSettings } from '../../contract.ts';
import { changedSince, edited, whyNotEditSince } from '../../rules/edits.ts';
import { mergedFormat, whyNotChangeFormat } from '../../rules/format.ts';
import { whyNotSayLate } from '../../rules/lateness.ts';
import { whyNotChangeTournament, whyNotDraft, whyNotQueue } from '../../rules/status.ts';
import * as store from '../../store.ts';
import { delayFollowers, delayFollowersAgain, lockWithFollowers, onTime } from './delays.ts';

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
  { expectedRevision, tables, closedTables, callsByItself, format, ...typed }: EventEdit,
  lockedIds: readonly string[],
): Promise<FestivalEvent> {
  const { context, tx, now, note } = given;
  const before = await lockEventOrThrow(tx, id);
  const change = { ...typed, ...(format !== undefined && { format: mergedFormat(before.format, format) }) };
  const { capacity, ...rest } = change;
  await changeTables(given, before, { tables, closedTables, callsByItself });
  const changed = changedSince(before, change);
  // Also of an older revision: its first answer may have been lost.
  if (changed.length === 0) {
    await note(null);
    return before;
  }
  throwRefusal(whyNotEditSince(before, expectedRevision));
  throwRefusal(whyNotChangeTournament(before.tournamentType, change.tournamentType, before.bracketDrawn));
  if (changed.includes('format')) {
    throwRefusal(whyNotChangeFormat(before, change.format ?? null));
    await changeOptions(given, id, change.format ?? null);
  }
  const [isNewTime, isNewRoom] = [changed.includes('startTime'), changed.includes('location')];
  const timing = isNewTime || isNewRoom ? onTime(before) : { ...before, duration: change.duration ?? before.duration };
  if (before.status !== 'completed') await delayFollowers(given, before, timing, lockedIds);
  const onPlan = isNewTime && { lateMinutes: 0 };
  let after = await store.changeEvent(tx, id, { ...rest, ...onPlan, ...edited(now) });
  // Also those who asked for places that are still to be drawn.
  const withLine = { ...after, waiting: await countLine(tx, id) };
  throwRefusal(changed.includes('queue') || changed.includes('tournamentType') ? whyNotQueue(withLine) : null);
  if (changed.includes('draft')) throwRefusal(whyNotDraft(withLine, { hasNumbers: await hasOpenEntries(tx, id) }));
  const isPublished = changed.includes('draft') && !after.draft;
  if (changed.includes('lottery') || (after.lottery && (changed.includes('queue') || isPublished)))
    await refuseLottery(given, withLine);
  if (changed.includes('questions')) await dropOtherAnswers(tx, after);
  if (before.queue && !after.queue && (await hasOpenEntries(tx, id)))
    throw new Refusal('QUEUE', 'People wait in the queue of this event. Call or remove them first.', {
      field: 'queue',
    });
  if (isNewRoom) await delayFollowersAgain(given, after, lockedIds);
  // After the new time: an event that has ended has no line to give the seats to.
  if (capacity !== undefined && changed.includes('capacity')) {
    await changeCapacity(context, tx, after, capacity);
    after = await lockEventOrThrow(tx, id);
  }
  if (isNewRoom) await settleCalls(context, tx, id);
  await notifyEvent(context, tx, planned(before), planned(after));
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
  await settleCalls(context, tx, id);
  await note({ action: 'tables changed', subject: title, eventId: id, before, after });
}

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
  await notifyEvent(context, tx, planned(before), planned(after));
  await noteEvent(given, minutes === 0 ? 'event on time' : 'event running late', { before, after });
  return after;
};

/** Hides the event; `finishDeletions` deletes it. */
export const deleteEvent: StaffWork<typeof contract.deleteEvent> = async (given) => {
  const { context, tx, at, params } = given;
  const lockedIds = await lockWithFollowers(tx, params.id);
  const before = await lockEventOrThrow(tx, params.id);
  await delayFollowers(given, before, onTime(before), lockedIds);
  const { editRevision } = await store.hideEvent(tx, before.id, at);
  await settleCalls(context, tx, before.id);
  await notifyEvent(context, tx, planned(before), cancelled({ ...before, editRevision }));
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
  await settleCalls(context, tx, after.id);
  await notifyEvent(context, tx, cancelled(after), planned(after));
  await noteEvent(given, 'event restored', { before: null, after });
  return after;
};
