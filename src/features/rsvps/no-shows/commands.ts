import type { Clocked, DutyContext, JobContext } from '#database/duties.ts';
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { CallerWork, StaffWork } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { findEvent, lockEvent } from '#features/events/store.ts';
import { type Refusal, throwRefusal } from '#platform/refusal.ts';
import { lockYours } from '../commands/places.ts';
import { putBack, releasePlaces } from '../commands/seats.ts';
import { noSuchRsvp } from '../rules.ts';
import { findRsvp, findStoredPlace, type StoredPlace } from '../store.ts';
import type * as contract from './contract.ts';
import type { NoShows } from './contract.ts';
import { askingSince, noneMissing, noSeatAgain, noShows, waitsAgain, whyNotKeep, whyNotTakeAgain } from './rules.ts';
import * as store from './store.ts';

/** Says that the person of a place is coming; said again it changes nothing. */
export const keepPlace: CallerWork<typeof contract.keepPlace> = async ({ tx, now, at, caller, params: { id } }) => {
  const { eventId } = await lockYours(tx, caller, {
    find: () => findRsvp(tx, id),
    eventOf: ({ rsvp }) => rsvp.eventId,
    gone: noSuchRsvp,
  });
  const event = await lockEventOrThrow(tx, eventId);
  throwRefusal(whyNotKeep(event, now.getTime()));
  await store.setComing(tx, id, at);
  const kept = await findRsvp(tx, id);
  if (kept === null) throw noSuchRsvp();
  return kept.rsvp;
};

const asPlace = (place: StoredPlace) => ({
  place,
  checkedIn: fromFlag(place.checked_in),
  askedAt: place.asked_at,
  ...(fromFlag(place.coming) && { coming: true as const }),
});

const listMissing = async (db: Db, event: FestivalEvent, now: Date): Promise<StoredPlace[]> =>
  noShows(event, (await store.listPlacesIn(db, event.id)).map(asPlace), now.getTime()).map(({ place }) => place);

/** @throws Refusal NOT_FOUND. */
export async function listNoShows({ db, now }: CommandContext, eventId: string): Promise<NoShows> {
  const event = await findEvent(db, eventId);
  if (event === null) throw noSuchEvent();
  const missing = (await listMissing(db, event, now())).map(({ id, player_name: playerName }) => ({ id, playerName }));
  return { missing, released: await store.listReleased(db, eventId) };
}

/** Gives the places of who is missing in a locked event to its line, keeps what is needed to find them again, and tells their phones. */
async function release(context: DutyContext, tx: Db, event: FestivalEvent, wanted: readonly string[] | null) {
  const now = context.now();
  const missing = (await listMissing(tx, event, now)).filter(({ id }) => wanted === null || wanted.includes(id));
  if (missing.length === 0) return [];
  const released = await releasePlaces(
    context,
    tx,
    missing.map(({ id }) => id),
  );
  await store.addReleased(tx, released, now.toISOString());
  for (const { visitor_id: visitorId, player_name: playerName } of released)
    await context.hooks.notifyPlace(context, tx, { visitorId, playerName, kind: 'removed', says: 'released', event });
  return released;
}

export const releaseNoShows: StaffWork<typeof contract.releaseNoShows> = async ({
  context,
  tx,
  params,
  body,
  note,
}) => {
  const event = await lockEventOrThrow(tx, params.id);
  const released = await release(context, tx, event, body.rsvpIds);
  if (released.length === 0) throw noneMissing();
  const people = released.map(({ id, player_name, visitor_id }) => person(id, player_name, visitor_id));
  const action = 'places given to the line';
  await note({ action, subject: event.title, eventId: event.id, before: { people }, after: null });
  return { released: released.length };
};

/** Events that ask or give places away now. */
export const listAsking = async ({ db, now }: Clocked) =>
  (await store.listReleasing(db)).filter((event) => askingSince(event, now().getTime()) !== null);

/** Where events give places away by themselves: asks who is not there, then gives the places away. Returns how many. */
export async function releaseDue(context: JobContext): Promise<number> {
  let released = 0;
  for (const { id } of await listAsking(context)) {
    released += await transact(context.db, async (tx) => {
      const event = await lockEvent(tx, id);
      if (event?.releaseAfter == null) return 0;
      await ask(context, tx, event);
      return (await release(context, tx, event, null)).length;
    });
  }
  return released;
}

/** Asks each person once for a start of the event. */
async function ask(context: DutyContext, tx: Db, event: FestivalEvent): Promise<void> {
  const now = context.now();
  const since = askingSince(event, now.getTime());
  if (since === null) return;
  for (const { visitorId, playerName } of await store.markAsked(tx, event.id, { since, at: now.toISOString() }))
    await context.hooks.notifyPlace(context, tx, { visitorId, playerName, kind: 'moved', says: 'coming', event });
}

/**
 * Gives a late person the place back that went to the line. Returns null when there is no such place, and a refusal when no seat
 * is free.
 */
export async function takeAgain(
  context: DutyContext,
  tx: Db,
  wanted: Parameters<typeof store.findReleased>[1],
): Promise<StoredPlace | Refusal | null> {
  const seen = await store.findReleased(tx, wanted);
  const event = seen === null ? null : await lockEvent(tx, seen.event_id);
  // Of several who check somebody in at once one takes the place, and the others find it.
  const place = await store.findReleased(tx, wanted);
  if (event === null) return null;
  if (place === null) return seen && (await findStoredPlace(tx, seen.id));
  const { player_name: name } = place;
  if (await store.isWaiting(tx, place)) return waitsAgain(name);
  const refused = whyNotTakeAgain(event, name, context.now().toISOString());
  if (refused !== null) return refused;
  const again = { ...place, coming: toFlag(false), asked_at: null, lent: toFlag(false) };
  if (!(await putBack(context, tx, event, again))) return noSeatAgain(name);
  await store.dropReleased(tx, place.id);
  return again;
}
