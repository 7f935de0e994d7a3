import type { Clocked } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { RepeatableStaffWork, StaffWriting, Writing } from '#features/audit/commands.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { placesFrom } from '#features/festival/rules/opening.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import { undoableSince } from '#platform/undo.ts';
import type * as contract from './contract.ts';
import type { FestivalEvent, NewEvent } from './contract.ts';
import { edited } from './rules/edits.ts';
import { whyNotLottery, whyNotQueue } from './rules/status.ts';
import * as store from './store.ts';

export const noSuchEvent = (): Refusal => new Refusal('NOT_FOUND', 'This event is not in the programme any more.');

/** Locks an event until the transaction ends. @throws Refusal NOT_FOUND. */
export async function lockEventOrThrow(tx: Db, id: string): Promise<FestivalEvent> {
  const event = await store.lockEvent(tx, id);
  if (event === null) throw noSuchEvent();
  return event;
}

type Sides = { before: FestivalEvent; after: FestivalEvent | null } | { before: null; after: FestivalEvent };

export function noteEvent({ note }: StaffWriting, action: string, sides: Sides): Promise<void> {
  const { id, title } = sides.before === null ? sides.after : sides.before;
  return note({ action, subject: title, eventId: id, ...sides });
}

/** Adds an event to the programme; what it does not say of reports is as the festival has it. */
export async function addNewEvent(given: Writing, event: NewEvent): Promise<FestivalEvent> {
  const { context, tx, now } = given;
  const { reports = (await festivalInForce(context, tx)).reports ?? false } = event;
  const added = await store.addEvent(tx, context.newId(), { ...event, reports, ...edited(now) });
  throwRefusal(whyNotQueue(added));
  if (added.lottery) await refuseLottery(given, added);
  return added;
}

/** @throws Refusal NOT_EMPTY, NOT_OPEN or QUEUE. */
export async function refuseLottery({ context, tx, at }: Omit<Writing, 'now'>, event: FestivalEvent): Promise<void> {
  const from = placesFrom(await festivalInForce(context, tx));
  throwRefusal(whyNotLottery(event, { from, now: at }));
}

export const createEvent: RepeatableStaffWork<typeof contract.createEvent> = {
  async act(given) {
    const after = await addNewEvent(given, given.body);
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

/** Deletes the hidden events whose deletion is final, with their RSVPs and matches. Returns how many. */
export async function finishDeletions({ db, now }: Clocked): Promise<number> {
  const until = undoableSince(now());
  let deleted = 0;
  for (const { event, deletedAt } of await store.listHiddenEvents(db)) {
    if (deletedAt <= until && (await transact(db, (tx) => store.removeEvent(tx, event.id, until)))) deleted += 1;
  }
  return deleted;
}
