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
import { clearForfeits, forfeitMatches, playsIn } from '#features/brackets/commands/entrants.ts';
import { noteBracket, renameEntrant } from '#features/brackets/store/brackets.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { findEvent, lockEvents } from '#features/events/store.ts';
import { notifyPlace } from '#features/news/notices/commands.ts';
import { withdraw } from '#features/news/notices/store.ts';
import { putBack, releasePlaces } from '#features/rsvps/commands/seats.ts';
import * as places from '#features/rsvps/store.ts';
import { findStoredPlace } from '#features/rsvps/store.ts';
import { waitFirst } from '#features/waiting/commands.ts';
import * as line from '#features/waiting/store.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { tooLateToUndo, undoableSince } from '#platform/undo.ts';
import type { Amended, Amendment, Undone } from './contract.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

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

/** Undoes what organisers did to places, for a minute. */
const ACTIONS = { renamed: 'name restored', moved: 'place moved back', removed: 'place restored' } as const;

/**
 * Undoes an amendment within a minute.
 * @throws Refusal NOT_FOUND when it is too late or the place or event is gone, CHANGED_MEANWHILE, ALREADY_REGISTERED,
 * EVENT_FULL or RESULT_USED.
 */
export const undoAmendment = (context: CommandContext, caller: StaffCaller, id: string): Promise<Undone> =>
  transact(context.db, async (tx) => {
    const since = undoableSince(context.now());
    const beforeLock = await store.findAmendment(tx, id, since);
    if (beforeLock === null) throw tooLateToUndo();
    const { eventId: toId } = beforeLock.effect;
    const events = await lockEvents(tx, [beforeLock.place.event_id, ...(toId === undefined ? [] : [toId])]);
    const amendment = await store.takeAmendment(tx, id, since);
    if (amendment === null) throw tooLateToUndo();
    const event = events.find((one) => one.id === amendment.place.event_id);
    if (event === undefined) throw noSuchEvent();
    const undoing = { ...amendment, id, event, to: events.find((one) => one.id === toId) };
    const { kind, place } = amendment;
    const isRename = kind === 'renamed';
    const result = isRename ? await renameBack(context, tx, undoing) : await bringBack(context, tx, caller, undoing);
    const { outcome, present, cleared = [] } = result;
    const after = auditedPlace(outcome === 'place' ? place : { ...place, checked_in: 0 }, event);
    await record(context, tx, caller.staff, {
      action: outcome === 'place' ? ACTIONS[kind] : 'put first on the waiting list',
      who: named(place),
      subject: event.title,
      eventId: event.id,
      before: present && auditedPlace(present, undoing.to ?? event),
      after: cleared.length > 0 ? { ...after, cleared } : after,
    });
    return { playerName: place.player_name, eventTitle: event.title, outcome };
  });

type Undoing = store.TakenAmendment & {
  readonly id: string;
  readonly event: FestivalEvent;
  readonly to: FestivalEvent | undefined;
};

/** What an undo did, and the place as it was until then. */
type Result = {
  readonly outcome: Undone['outcome'];
  readonly present: Place | null;
  /** Titles of matches. */
  readonly cleared?: readonly string[];
};

async function renameBack(context: CommandContext, tx: Db, { event, place, effect }: Undoing): Promise<Result> {
  const present = await findStoredPlace(tx, place.id);
  if (present === null) throw noSuchPlace();
  if (present.player_name !== effect.name) {
    throw new Refusal('CHANGED_MEANWHILE', `This place now has another name: ${present.player_name}.`);
  }
  await rename(context, tx, event, present, place.player_name);
  return { outcome: 'place', present };
}

/** Gives a removed or moved place back, or its person the head of the line when the seat is taken. */
async function bringBack(context: CommandContext, tx: Db, caller: StaffCaller, undoing: Undoing): Promise<Result> {
  const { kind, place, event, to, effect } = undoing;
  if (await isTaken(tx, event.id, place.name_key)) throw rules.nameInUse(place.player_name);
  const present = kind === 'moved' ? await findStoredPlace(tx, place.id) : null;
  if (kind === 'moved') {
    if (to === undefined || present?.event_id !== to.id) throw noSuchPlace();
    throwRefusal(rules.whyNotLeave(present.player_name, await playsIn(tx, to.id, place.id)));
    await release(context, tx, to, place.id);
    await context.hooks.dropTapsOf(tx, place.id);
  }
  const { withdrawal } = effect;
  const forfeits = withdrawal && { eventId: event.id, placeId: place.id, withdrawal };
  const cleared = forfeits ? await clearForfeits(context, tx, caller, forfeits) : [];
  // A place that is given back in the bracket is shown under its present name.
  if (event.bracketDrawn) noteBracket(tx, event.id);
  const isBack = await putBack(context, tx, event, place);
  if (!isBack) await waitAgain(context, tx, event, place);
  if (event.bracketDrawn) await context.hooks.settleCalls(context, tx, event.id);
  await tellUndone(context, tx, undoing, isBack);
  return { outcome: isBack ? 'place' : 'waiting', present, cleared };
}

async function waitAgain(context: CommandContext, tx: Db, event: FestivalEvent, place: Place): Promise<void> {
  throwRefusal(rules.whyNotWaitAgain(event, context.now().toISOString()));
  await waitFirst(tx, {
    id: place.id,
    eventId: event.id,
    playerName: place.player_name,
    nameKey: place.name_key,
    playerEmail: place.player_email,
    visitorId: place.visitor_id,
    createdAt: place.created_at,
  });
}

/** A notice that nobody has seen is taken back; a seen one is followed by what holds now. */
async function tellUndone(context: CommandContext, tx: Db, { id, kind, place, event, to }: Undoing, isBack: boolean) {
  const { player_name: playerName, visitor_id: visitorId } = place;
  // A person who waits now has still lost the place.
  if (visitorId === null || (kind === 'removed' && !isBack)) return;
  if ((await withdraw(tx, visitorId, id)) && isBack) return;
  const news = { visitorId, playerName };
  if (!isBack) return notifyPlace(context, tx, { ...news, kind: 'removed', event });
  if (to === undefined) return notifyPlace(context, tx, { ...news, kind: 'promoted', event });
  return notifyPlace(context, tx, { ...news, kind: 'moved', event, from: to });
}
