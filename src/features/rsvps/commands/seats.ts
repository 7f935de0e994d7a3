/** Seats that are added, taken back and given to the first in line, always of a locked event. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DutyContext } from '#database/duties.ts';
import { toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { CAPACITY } from '#features/events/limits.ts';
import { isEnded } from '#features/events/rules/clock.ts';
import { edited } from '#features/events/rules/edits.ts';
import { isFull, whyNotAddSeat, whyNotChangeCapacity, withoutLent } from '#features/events/rules/status.ts';
import { changeEvent, changeSeats, everyEvent, findEvent, lockEvent, type SeatChange } from '#features/events/store.ts';
import { batchesOf } from '#platform/lists.ts';
import { nameKey } from '#platform/names.ts';
import { throwRefusal } from '#platform/refusal.ts';
import { pauses } from '#platform/server/turns.ts';
import type { ArchivedRsvp, Rsvp } from '../contract.ts';
import { countByEvent, nameTaken } from '../rules.ts';
import * as store from '../store.ts';

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /**
     * Gives the seats of a locked event to its line, in order. Takes out of it who now gets a place: the caller adds it. `held`
     * seats stay for people whose group lacks some. `split` wait alone now: their group is larger than the event. The line of
     * an event that `isEnded` ends.
     */
    seatLine(
      tx: Db,
      eventId: string,
      room: { readonly seats: number; readonly capacity: number; readonly isEnded: boolean },
    ): Promise<{ promoted: store.NewRsvp[]; held: number; split: store.NewRsvp[] }>;
    /**
     * Ends the calls of a locked event that its matches, tables or status do not allow any more, then calls the next matches
     * where they are called by themselves.
     */
    settleCalls(context: DutyContext, tx: Db, eventId: string): Promise<void>;
    /** Tells the device of a place that it came from the waiting list, or that an organiser removed it; or of an entry that it waits alone. */
    notifyPlace(context: DutyContext, tx: Db, news: PlaceNews): Promise<void>;
  }
}

type PlaceNews = Pick<store.NewRsvp, 'visitorId' | 'playerName'> & {
  readonly kind: 'promoted' | 'removed' | 'moved';
  readonly event: FestivalEvent;
  /** How many seats the event has, of a person whose group is larger. */
  readonly capacity?: number;
  /** Asks whether the person comes, or tells that the place was given to the line, or that the draw gave none. */
  readonly says?: 'coming' | 'released' | 'in-line';
};

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
  { keepProven = false } = {},
): Promise<store.StoredPlace[]> {
  const released: store.StoredPlace[] = [];
  for (const batch of batchesOf(ids, BATCH)) {
    if (released.length > 0) await nextTurn();
    released.push(...(await store.removeRsvps(tx, batch, { keepProven })));
  }
  for (const [eventId, places] of Map.groupBy(released, (place) => place.event_id)) {
    // An organiser may have moved a place since its event was locked.
    const event = await lockEvent(tx, eventId);
    // A bracket shows the name of a renamed place.
    if (event?.bracketDrawn) for (const list of ['matches', 'leaderboard']) noteChange(tx, `${list}:${eventId}`);
    const lent = places.filter(({ lent }) => lent === 1).length;
    await changeSeatsAndPromote(context, tx, eventId, { taken: -places.length, lent });
    // So that an open form does not put the former capacity back.
    if (lent > 0) await changeEvent(tx, eventId, edited(context.now()));
    if (event?.bracketDrawn) await context.hooks.settleCalls(context, tx, eventId);
  }
  return released;
}

/**
 * Gives a locked event another number of seats. Seats beyond it that are lent stay until their people leave.
 * @throws Refusal CAPACITY_TAKEN.
 */
export async function changeCapacity(
  context: DutyContext,
  tx: Db,
  event: FestivalEvent,
  capacity: number,
): Promise<void> {
  const { id } = event;
  const registered = await store.countPlacesIn(tx, id);
  const lent = await store.listLent(tx, id);
  throwRefusal(whyNotChangeCapacity(capacity, registered, lent.length));
  const overCapacity = Math.max(0, registered - capacity);
  if (lent.length > overCapacity) await store.keepSeatsOf(tx, lent.slice(overCapacity));
  await changeSeatsAndPromote(context, tx, id, { capacity: Math.max(capacity, registered) });
}

/**
 * For a locked event whose line changed otherwise than by a seat: somebody left it, or its completion was undone. Counts it again,
 * and gives free seats, also those that were held, to the first in it.
 */
export const settleLine = (context: DutyContext, tx: Db, eventId: string): Promise<void> =>
  changeSeatsAndPromote(context, tx, eventId, { isLineOther: true });

/**
 * Every seat of a locked event that becomes free does so here, in the transaction that frees it, and the first in line take
 * it at once. A deleted event's seats go with it. `lent`: how many of them end. `isLineOther`: the event's count of its line
 * is not its length.
 */
async function changeSeatsAndPromote(
  context: DutyContext,
  tx: Db,
  eventId: string,
  { lent = 0, isLineOther = false, ...change }: SeatChange & { readonly lent?: number; readonly isLineOther?: boolean },
): Promise<void> {
  const event = await findEvent(tx, eventId, everyEvent(tx));
  if (event === null) return;
  const { capacity = withoutLent(event, lent).capacity } = change;
  if (!isLineOther && event.waiting === 0 && !event.lottery) return changeSeats(tx, eventId, { ...change, capacity });
  const places = await store.countPlacesIn(tx, eventId);
  // While an event is completed nobody waits, but a completion can be undone. What is to be drawn is given by the draw.
  const free = event.status === 'completed' || event.lottery ? 0 : capacity - places;
  const room = { seats: free, capacity, isEnded: isEnded(event, context.now().toISOString()) };
  const { promoted, held, split } = await context.hooks.seatLine(tx, eventId, room);
  const askedAt = context.now().toISOString();
  await store.addRsvps(
    tx,
    promoted.map((place) => ({ ...place, askedAt })),
  );
  const taken = places + promoted.length + held - event.currentRegistrations;
  await changeSeats(tx, eventId, { capacity, taken });
  for (const place of promoted) await tellPromoted(context, tx, event, place);
  for (const { visitorId, playerName } of split)
    await context.hooks.notifyPlace(context, tx, { visitorId, playerName, kind: 'moved', event, capacity });
}

export const tellPromoted = (
  context: DutyContext,
  tx: Db,
  event: FestivalEvent,
  { visitorId, playerName }: store.NewRsvp,
) => context.hooks.notifyPlace(context, tx, { visitorId, playerName, kind: 'promoted', event });

/** Adds a place and lends it a seat in a locked, full event. @throws Refusal EVENT_FULL for an event that can have no more seats. */
export async function addPlaceWithSeat(
  context: DutyContext,
  tx: Db,
  event: FestivalEvent,
  place: store.NewRsvp,
): Promise<Rsvp> {
  throwRefusal(whyNotAddSeat(event));
  const rsvp = await store.addRsvp(tx, { ...place, isLent: true });
  await changeSeats(tx, event.id, { taken: 1, capacity: event.capacity + 1 });
  // As when it ends.
  await changeEvent(tx, event.id, edited(context.now()));
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
  if (isFull(event)) return addPlaceWithSeat(context, tx, event, place);
  await changeSeats(tx, event.id, { taken: 1 });
  return store.addRsvp(tx, place);
}

/**
 * Restores released places while seats and names are free, unless their event is gone or its bracket is drawn. A lent
 * seat comes back with its place. Returns how many came back.
 */
export async function retakePlaces(
  tx: Db,
  places: readonly store.StoredPlace[],
  context: DutyContext,
): Promise<number> {
  let retaken = 0;
  for (const [eventId, own] of Map.groupBy(places, (place) => place.event_id))
    retaken += await retakeIn(context, tx, eventId, own);
  return retaken;
}

async function retakeIn(
  context: DutyContext,
  tx: Db,
  eventId: string,
  places: readonly store.StoredPlace[],
): Promise<number> {
  await lockEvent(tx, eventId);
  // A deleted event can come back with its places.
  const event = await findEvent(tx, eventId, everyEvent(tx));
  if (event === null || event.bracketDrawn) return 0;
  const free = event.capacity - event.currentRegistrations;
  const lent = places.filter((place) => place.lent === 1).slice(0, CAPACITY.max - event.capacity);
  const others = places.filter((place) => !lent.includes(place)).map((place) => ({ ...place, lent: toFlag(false) }));
  const relent = lent.length > 0 ? await store.addUntaken(tx, lent, event.lottery) : 0;
  let [tried, retaken] = [0, 0];
  // A place whose name is taken needs no seat; try the next one.
  while (retaken < free && tried < others.length) {
    const next = others.slice(tried, tried + free - retaken);
    retaken += await store.addUntaken(tx, next, event.lottery);
    tried += next.length;
  }
  retaken += relent;
  if (retaken > 0) await changeSeats(tx, eventId, { taken: retaken, capacity: event.capacity + relent });
  if (relent > 0) await changeEvent(tx, eventId, edited(context.now()));
  return retaken;
}

/**
 * Inserts one released place again in a locked event, if a seat is free, held in the line, or its own was lent.
 * @throws Refusal ALREADY_REGISTERED.
 */
export async function putBack(
  context: DutyContext,
  tx: Db,
  event: FestivalEvent,
  place: store.StoredPlace,
): Promise<boolean> {
  const isLent = place.lent === 1 && whyNotAddSeat(event) === null;
  if (!isLent && (await store.countPlacesIn(tx, event.id)) >= event.capacity) return false;
  if ((await store.addUntaken(tx, [{ ...place, lent: toFlag(isLent) }], event.lottery)) === 0)
    throw nameTaken({ playerName: place.player_name });
  if (!isLent) await settleLine(context, tx, event.id);
  else await changeSeats(tx, event.id, { taken: 1, capacity: event.capacity + 1 });
  if (isLent) await changeEvent(tx, event.id, edited(context.now()));
  return true;
}

/** Adds the places of a festival's file and takes their seats, also those that the lines hold, which are there already. */
export async function importPlaces(tx: Db, places: readonly ArchivedRsvp[]): Promise<void> {
  await store.writePlaces(tx, places);
  const rest = pauses();
  const [taken, held] = [countByEvent(places), await store.countHeldSeats(tx)];
  for (const eventId of new Set([...taken.keys(), ...held.keys()])) {
    await changeSeats(tx, eventId, { taken: (taken.get(eventId) ?? 0) + (held.get(eventId) ?? 0) });
    await rest();
  }
}
