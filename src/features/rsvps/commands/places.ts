import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import {
  type CommandContext,
  presentCaller,
  throwPresentRefusal,
  type Write,
  type Written,
  writeAsVisitor,
} from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent, lockEvent, takeSeat } from '#features/events/store.ts';
import { nameKey } from '#platform/names.ts';
import { type Refusal, raced, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Registration, Rsvp } from '../contract.ts';
import { noSuchRsvp, placeCancelled, whyNotCancel, whyNotRegister } from '../rules.ts';
import * as store from '../store.ts';
import { releasePlaces } from './seats.ts';

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

type Yours<Owned> = {
  readonly find: () => Promise<Owned | null>;
  readonly eventOf: (owned: Owned) => string;
  readonly gone: () => Refusal;
};

/**
 * Locks the event of a place or waiting entry that the caller may give up. Returns the event's id and the caller.
 * @throws Refusal NOT_YOURS, or `gone`.
 */
export async function lockYours<Owned extends { readonly visitorId: string | null }>(
  tx: Db,
  caller: Caller,
  { find, eventOf, gone }: Yours<Owned>,
): Promise<{ eventId: string; by: Caller }> {
  const owned = await find();
  if (owned === null) throw gone();
  await throwPresentRefusal(tx, caller, (by) => whyNotCancel(owned.visitorId, by));
  const eventId = eventOf(owned);
  await lockEvent(tx, eventId);
  // Before the lock it may have been handed over, or its device may have joined another visitor.
  const [place, by] = [await find(), await presentCaller(tx, caller)];
  if (place !== null) throwRefusal(whyNotCancel(place.visitorId, by));
  return { eventId, by };
}

/** Cancels a place. @throws Refusal NOT_FOUND or NOT_YOURS. */
export const cancel = (context: CommandContext, caller: Caller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const { by } = await lockYours(tx, caller, {
      find: () => store.findRsvp(tx, id),
      eventOf: ({ rsvp }) => rsvp.eventId,
      gone: noSuchRsvp,
    });
    const [released] = await releasePlaces(context, tx, [id]);
    // Of two concurrent cancellations the second finds nothing to release.
    if (released === undefined) throw noSuchRsvp();
    const { visitor_id: visitorId, player_name: playerName, event_id: eventId } = released;
    const isOwner = visitorId !== null && visitorId === by.visitorId;
    const event = isOwner ? null : await findEvent(tx, eventId);
    if (event === null || by.staff === null) return;
    await context.hooks.notifyPlace(context, tx, { visitorId, playerName, kind: 'removed', event });
    const who = person(id, playerName, visitorId);
    const before = { playerName: who, event: event.title, checkedIn: released.checked_in === 1 };
    const subject = event.title;
    await record(context, tx, by.staff, { action: 'place removed', who, subject, eventId, before, after: null });
  });
