/**
 * What organisers correct in a place: its name, its event, or that it is there at all. Each command locks the events
 * first, like a registration, and keeps the place as it was for an undo.
 */
import { toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { forfeitMatches, playsIn } from '#features/brackets/commands/withdrawals.ts';
import { renameEntrant } from '#features/brackets/store/brackets.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { findEvent, lockEvents } from '#features/events/store.ts';
import { notifyPlace } from '#features/notices/commands.ts';
import { putBack, releasePlaces } from '#features/rsvps/commands/seats.ts';
import * as places from '#features/rsvps/store.ts';
import * as line from '#features/waiting/store.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { undoableSince } from '#platform/undo.ts';
import type { Amended, Amendment } from '../contract.ts';
import * as rules from '../rules/verdicts.ts';
import * as store from '../store.ts';

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Deletes the taps at the door on a place that leaves its event. */
    dropTapsOf(tx: Db, placeId: string): Promise<void>;
  }
}

export type Place = places.StoredPlace;

export const noSuchPlace = (): Refusal => new Refusal('NOT_FOUND', 'This place is not there any more.');

/** Returns what organisers did to places of an event and can still undo. @throws Refusal NOT_FOUND. */
export async function listAmendments({ db, now }: CommandContext, eventId: string): Promise<Amendment[]> {
  if ((await findEvent(db, eventId)) === null) throw noSuchEvent();
  return (await store.listAmendments(db, eventId, undoableSince(now()))).map(rules.asAmendment);
}

/** Reads a place and locks its event and `alsoHeld`, in the order that every transaction uses. */
async function hold(tx: Db, placeId: string, alsoHeld: readonly string[] = []) {
  const stored = await places.findStoredPlace(tx, placeId);
  if (stored === null) throw noSuchPlace();
  const events = await lockEvents(tx, [stored.event_id, ...alsoHeld]);
  // It may have been released, moved or renamed before the lock.
  const place = await places.findStoredPlace(tx, placeId);
  const event = events.find(({ id }) => id === place?.event_id);
  if (place === null || event === undefined) throw noSuchPlace();
  return { place, event, events };
}

/** Whether a place or a waiting entry has this key. The event must be locked. */
export async function isTaken(tx: Db, eventId: string, key: string): Promise<boolean> {
  const holder = await places.findHolder(tx, eventId, key);
  return holder !== undefined || (await line.findHolder(tx, eventId, key)) !== undefined;
}

export const named = ({ id, player_name, visitor_id }: Place) => person(id, player_name, visitor_id);

/** @throws Refusal NOT_FOUND, BAD_INPUT or ALREADY_REGISTERED. */
export const renamePlace = (context: CommandContext, caller: StaffCaller, id: string, name: string): Promise<Amended> =>
  transact(context.db, async (tx) => {
    const { place, event } = await hold(tx, id);
    const after = await rename(context, tx, event, place, name);
    return amend(context, tx, caller, { kind: 'renamed', place, event, after, effect: { name } });
  });

export async function rename(
  context: CommandContext,
  tx: Db,
  event: FestivalEvent,
  place: Place,
  name: string,
): Promise<Place> {
  const key = nameKey(name);
  const taken = key !== place.name_key && (await isTaken(tx, event.id, key));
  throwRefusal(rules.whyNotRename(name, { present: place.player_name, isTaken: taken }));
  await store.renamePlace(tx, place.id, { name, nameKey: key });
  if (event.bracketDrawn) {
    await renameEntrant(tx, event.id, place.id);
    await context.hooks.settleCalls(context, tx, event.id);
  }
  return { ...place, player_name: name, name_key: key };
}

/** @throws Refusal NOT_FOUND, BAD_INPUT, EVENT_FULL, EVENT_OVER, BRACKET_DRAWN or ALREADY_REGISTERED. */
export const movePlace = (
  context: CommandContext,
  caller: StaffCaller,
  id: string,
  eventId: string,
): Promise<Amended> =>
  transact(context.db, async (tx) => {
    const { place, event, events } = await hold(tx, id, [eventId]);
    const to = events.find((one) => one.id === eventId);
    if (to === undefined) throw noSuchEvent();
    if (to.id === event.id) throw new Refusal('BAD_INPUT', 'They are in this event already.', { field: 'eventId' });
    const now = context.now().toISOString();
    const taken = await isTaken(tx, to.id, place.name_key);
    const facts = { event: to, now, playerName: place.player_name, isTaken: taken };
    throwRefusal(rules.whyNotLeave(place.player_name, await playsIn(tx, event.id, id)) ?? rules.whyNotMoveTo(facts));
    const promoted = await release(context, tx, event, id);
    const after = { ...place, ...places.NOT_CHECKED_IN, event_id: to.id, lent: toFlag(false) };
    await putBack(context, tx, to, after);
    await context.hooks.dropTapsOf(tx, id);
    const effect = { eventId: to.id };
    return { ...(await amend(context, tx, caller, { kind: 'moved', place, event, after, to, effect })), promoted };
  });

/** @throws Refusal NOT_FOUND, or BRACKET_DRAWN for a player of the bracket without `forfeit`. */
export const removePlace = (
  context: CommandContext,
  caller: StaffCaller,
  id: string,
  { forfeit = false }: { forfeit?: boolean | undefined },
): Promise<Amended> =>
  transact(context.db, async (tx) => {
    const { place, event } = await hold(tx, id);
    const plays = await playsIn(tx, event.id, id);
    throwRefusal(rules.whyNotRemove(place.player_name, { plays, forfeit }));
    const forfeits = plays ? await forfeitMatches(context, tx, caller, { eventId: event.id, placeId: id }) : null;
    const promoted = await release(context, tx, event, id);
    const effect = { withdrawal: forfeits?.withdrawal ?? null };
    const forfeited = forfeits?.titles ?? [];
    const amended = await amend(context, tx, caller, { kind: 'removed', place, event, effect, forfeited });
    return { ...amended, promoted, forfeited: forfeited.length };
  });

/** Releases a place and returns who got its seat from the waiting list. */
export async function release(
  context: CommandContext,
  tx: Db,
  event: FestivalEvent,
  id: string,
): Promise<string | null> {
  const [first] = event.waiting === 0 ? [] : await line.listLine(tx, event.id);
  if ((await releasePlaces(context, tx, [id])).length === 0) throw noSuchPlace();
  if (first === undefined) return null;
  const promoted = await places.findRsvp(tx, first.id);
  return promoted?.rsvp.playerName ?? null;
}

type Amending = {
  readonly kind: Amendment['kind'];
  readonly place: Place;
  readonly event: FestivalEvent;
  readonly effect: rules.Effect;
  /** Missing for a removed place. */
  readonly after?: Place;
  readonly to?: FestivalEvent;
  readonly forfeited?: readonly string[];
};

/** A place as the audit stores it. */
export const auditedPlace = (place: Place, event: FestivalEvent) => ({
  playerName: named(place),
  event: event.title,
  checkedIn: place.checked_in === 1,
});

/** Keeps the place as it was, tells its device unless only the name changed, and records the change. */
async function amend(
  context: CommandContext,
  tx: Db,
  caller: StaffCaller,
  { kind, place, event, effect, after, to, forfeited = [] }: Amending,
): Promise<Amended> {
  const [id, now] = [context.newId(), context.now().toISOString()];
  await store.addAmendment(tx, { id, kind, place, effect, now });
  const { player_name: playerName, visitor_id: visitorId } = place;
  if (kind !== 'renamed')
    await notifyPlace(context, tx, { id, kind, visitorId, playerName, event: to ?? event, from: event });
  await record(context, tx, caller.staff, {
    action: `place ${kind}`,
    who: named(after ?? place),
    subject: event.title,
    eventId: event.id,
    before: auditedPlace(place, event),
    after: after ? auditedPlace(after, to ?? event) : forfeited.length > 0 ? { forfeited } : null,
  });
  const stored = { id, kind, placeId: place.id, eventId: event.id, playerName, effect, amendedAt: now };
  return { ...rules.asAmendment({ ...stored, toTitle: to?.title ?? null }), promoted: null, forfeited: 0 };
}
