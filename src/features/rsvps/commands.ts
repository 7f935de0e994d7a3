import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DutyContext, Returned } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import {
  type CommandContext,
  type Hooks,
  presentCaller,
  throwPresentRefusal,
  type Write,
  type Written,
  writeAsVisitor,
} from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isEnded } from '#features/events/rules/clock.ts';
import { isFull, whyNotAddSeat, whyNotChangeCapacity } from '#features/events/rules/seats.ts';
import {
  changeEvent,
  changeSeats,
  everyEvent,
  findEvent,
  lockEvent,
  type SeatChange,
  takeSeat,
} from '#features/events/store.ts';
import { nameKey } from '#platform/names.ts';
import { raced, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { pauses } from '#platform/server/steps.ts';
import { batchesOf } from '#platform/steps.ts';
import type { ArchivedRsvp, Registration, Rsvp } from './contract.ts';
import { countByEvent, nameTaken, noSuchRsvp, placeCancelled, whyNotCancel, whyNotRegister } from './rules.ts';
import * as store from './store.ts';

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Takes the first people out of the line of a locked event, at most `seats`. The caller gives them places. */
    takeFirstInLine(tx: Db, eventId: string, seats: number): Promise<store.NewRsvp[]>;
    /** Tells the device of a place that it came from the waiting list, or that an organiser removed it. */
    notifyPlace(context: DutyContext, tx: Db, news: PlaceNews): Promise<void>;
  }
}

type PlaceNews = Pick<store.NewRsvp, 'visitorId' | 'playerName'> & {
  readonly kind: 'promoted' | 'removed';
  readonly event: FestivalEvent;
};

/** @throws Refusal what `takePlace` and `writeAsVisitor` throw, and GONE. */
export const register = (context: CommandContext, write: Write, registration: Registration): Promise<Written<Rsvp>> =>
  writeAsVisitor(context, write, {
    act: (tx, visitorId, { isNew }) => takePlace(context, tx, { ...registration, visitorId, hasNoPlaces: isNew }),
    recall: async (tx, { id }) => {
      const owned = await store.findRsvp(tx, id);
      if (owned === null) throw placeCancelled();
      return owned.rsvp;
    },
  });

type NewPlace = Registration & { readonly visitorId: string | null; readonly hasNoPlaces?: boolean };

/**
 * Takes a place; `visitorId` is null for a walk-in. The seat comes first: its conditional update locks the event until the
 * commit, and a later refusal frees the seat by the rollback. To save statements in a rush, a new visitor's places are
 * not counted, and the name's holder is looked up only when the insert finds one.
 * @throws Refusal NOT_FOUND, EVENT_FULL, EVENT_OVER, BRACKET_DRAWN, ALREADY_REGISTERED, TOO_MANY_HERE or BUSY.
 */
export async function takePlace(
  context: CommandContext,
  tx: Db,
  { visitorId, hasNoPlaces = false, ...registration }: NewPlace,
): Promise<Rsvp> {
  const { eventId, playerName, playerEmail = null } = registration;
  const seat = await takeSeat(tx, eventId);
  const event = seat ?? (await findEvent(tx, eventId));
  if (event === null) throw noSuchEvent();
  const key = nameKey(playerName);
  const placesHere = hasNoPlaces || visitorId === null ? 0 : await store.countPlacesOf(tx, eventId, visitorId);
  const facts = { event, now: context.now().toISOString(), placesHere };
  if (seat !== null && whyNotRegister(facts) === null) {
    const id = context.newId();
    const place = { id, eventId, playerName, nameKey: key, playerEmail, visitorId, createdAt: facts.now };
    const rsvp = await store.addRsvpUnlessNamed(tx, place);
    if (rsvp !== null) return rsvp;
  }
  const holder = await store.findHolder(tx, eventId, key);
  const heldBy = holder === undefined ? null : holder !== null && holder === visitorId ? 'same-visitor' : 'other';
  throwRefusal(whyNotRegister({ ...facts, name: { playerName, heldBy } }));
  throw raced('a seat or the name became free between two statements');
}

/** Rows per statement, so that a statement takes a few milliseconds. */
const BATCH = 200;

/**
 * Deletes places and frees their seats. The only way to release a place: by its visitor, by an organiser, with a burst
 * or with a forgotten visitor. The places' events must be locked, so that two transactions cannot deadlock. Returns the
 * deleted rows; a place that was gone already frees no seat.
 */
export async function releasePlaces(
  context: DutyContext,
  tx: Db,
  ids: readonly string[],
  { keepCheckedIn = false } = {},
): Promise<store.StoredPlace[]> {
  const released: store.StoredPlace[] = [];
  for (const batch of batchesOf(ids, BATCH)) {
    if (released.length > 0) await nextTurn();
    released.push(...(await store.removeRsvps(tx, batch, { keepCheckedIn })));
  }
  for (const [eventId, { length }] of Map.groupBy(released, (place) => place.event_id)) {
    // An organiser may have moved a place since its event was locked.
    await lockEvent(tx, eventId);
    await changeSeatsAndPromote(context, tx, eventId, { taken: -length });
  }
  return released;
}

/** Gives a locked event another number of seats. @throws Refusal CAPACITY_TAKEN. */
export const changeCapacity: Hooks['changeCapacity'] = async (context, tx, event, capacity) => {
  throwRefusal(whyNotChangeCapacity(capacity, event.currentRegistrations));
  await changeSeatsAndPromote(context, tx, event.id, { capacity });
};

/** For a locked event whose completion was undone: counts its line again, and gives free seats to the first in it. */
export const resumeWaiting = (context: DutyContext, tx: Db, eventId: string): Promise<void> =>
  changeSeatsAndPromote(context, tx, eventId, {}, { resumes: true });

/**
 * Every seat of a locked event that becomes free does so here, in the transaction that frees it, and the first in line take
 * it at once. A deleted event's seats go with it. `resumes`: its line was not counted while it was completed.
 */
async function changeSeatsAndPromote(
  context: DutyContext,
  tx: Db,
  eventId: string,
  change: SeatChange,
  { resumes = false } = {},
): Promise<void> {
  const event = await findEvent(tx, eventId, everyEvent(tx));
  if (event === null) return;
  const hasLine = resumes || event.waiting > 0;
  if (hasLine && isEnded(event, context.now().toISOString())) await context.hooks.endWaiting(tx, eventId);
  const taken = change.taken ?? 0;
  const free = (change.capacity ?? event.capacity) - event.currentRegistrations - taken;
  const promoted = hasLine ? await context.hooks.takeFirstInLine(tx, eventId, free) : [];
  await store.addRsvps(tx, promoted);
  await changeSeats(tx, eventId, { ...change, taken: taken + promoted.length });
  for (const place of promoted) await tellPromoted(context, tx, event, place);
}

export const tellPromoted = (
  context: DutyContext,
  tx: Db,
  event: FestivalEvent,
  { visitorId, playerName }: store.NewRsvp,
) => context.hooks.notifyPlace(context, tx, { visitorId, playerName, kind: 'promoted', event });

/** Adds a place and its seat to a locked, full event. @throws Refusal EVENT_FULL for an event that can have no more seats. */
export async function addPlaceWithSeat(tx: Db, event: FestivalEvent, place: store.NewRsvp): Promise<Rsvp> {
  throwRefusal(whyNotAddSeat(event));
  const rsvp = await store.addRsvp(tx, place);
  await changeSeats(tx, event.id, { taken: 1, capacity: event.capacity + 1 });
  // So that an open form does not put the former capacity back.
  await changeEvent(tx, event.id, {});
  return rsvp;
}

/**
 * Adds a place for a substitute or late entrant of a locked event. A full event gets one more seat, so that
 * nobody is overbooked. @throws Refusal EVENT_FULL.
 */
export async function addSubstitute(
  context: DutyContext,
  tx: Db,
  event: FestivalEvent,
  playerName: string,
): Promise<Rsvp> {
  const named = { playerName, nameKey: nameKey(playerName), playerEmail: null };
  const [id, createdAt] = [context.newId(), context.now().toISOString()];
  const place = { id, eventId: event.id, ...named, visitorId: null, createdAt };
  if (isFull(event)) return addPlaceWithSeat(tx, event, place);
  await changeSeats(tx, event.id, { taken: 1 });
  return store.addRsvp(tx, place);
}

/** Restores released places of one event while seats and names are free, unless it is gone or its bracket is drawn. */
export async function retakePlaces(tx: Db, places: readonly store.StoredPlace[]): Promise<Returned> {
  const eventId = places[0]?.event_id ?? '';
  await lockEvent(tx, eventId);
  // A deleted event can come back with its places.
  const event = await findEvent(tx, eventId, everyEvent(tx));
  if (event === null || event.bracketDrawn) return { restored: 0, lost: { events: places.length } };
  const free = event.capacity - event.currentRegistrations;
  let [tried, retaken] = [0, 0];
  // A place whose name is taken needs no seat; try the next one.
  while (retaken < free && tried < places.length) {
    const next = places.slice(tried, tried + free - retaken);
    retaken += await store.addUntaken(tx, next);
    tried += next.length;
  }
  if (retaken > 0) await changeSeats(tx, eventId, { taken: retaken });
  return { restored: retaken, lost: { names: tried - retaken, seats: places.length - tried } };
}

/** Inserts one released place again in a locked event, if a seat is free. @throws Refusal ALREADY_REGISTERED. */
export async function putBack(tx: Db, event: FestivalEvent, place: store.StoredPlace): Promise<boolean> {
  if (isFull(event)) return false;
  if ((await store.addUntaken(tx, [place])) === 0) throw nameTaken(place.player_name);
  await changeSeats(tx, event.id, { taken: 1 });
  return true;
}

/** Adds the places of a festival's file and takes their seats. */
export async function importPlaces(tx: Db, places: readonly ArchivedRsvp[]): Promise<void> {
  await store.writePlaces(tx, places);
  const rest = pauses();
  for (const [eventId, seats] of countByEvent(places)) {
    await changeSeats(tx, eventId, { taken: seats });
    await rest();
  }
}

/** Cancels a place. @throws Refusal NOT_FOUND or NOT_YOURS. */
export const cancel = (context: CommandContext, caller: Caller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const owned = await store.findRsvp(tx, id);
    if (owned === null) throw noSuchRsvp();
    await throwPresentRefusal(tx, caller, (by) => whyNotCancel(owned.visitorId, by));
    await lockEvent(tx, owned.rsvp.eventId);
    // Before the lock it may have been handed over, or its device may have joined another visitor.
    const [held, by] = [await store.findRsvp(tx, id), await presentCaller(tx, caller)];
    if (held !== null) throwRefusal(whyNotCancel(held.visitorId, by));
    const [released] = await releasePlaces(context, tx, [id]);
    // Of two concurrent cancellations the second finds nothing to release.
    if (released === undefined) throw noSuchRsvp();
    const { visitor_id: visitorId, player_name: playerName, event_id: eventId } = released;
    const isOwner = visitorId !== null && visitorId === by.visitorId;
    const event = isOwner ? null : await findEvent(tx, eventId);
    if (event === null) return;
    await context.hooks.notifyPlace(context, tx, { visitorId, playerName, kind: 'removed', event });
    const who = person(id, playerName, visitorId);
    const before = { playerName: who, event: event.title, checkedIn: released.checked_in === 1 };
    const subject = event.title;
    await record(context, tx, caller, { action: 'place removed', who, subject, eventId, before, after: null });
  });
