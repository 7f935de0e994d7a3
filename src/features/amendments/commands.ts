/**
 * What organisers correct in a place: its name, its event, or that it is there at all. Each work locks the events
 * first, like a registration, and keeps the place as it was for an undo.
 */
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import type { StaffWork, StaffWriting, Writing } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { settleCalls } from '#features/brackets/commands/calls.ts';
import { clearForfeits, forfeitMatches, playsIn } from '#features/brackets/commands/entrants.ts';
import { noteBracket, renameEntrant } from '#features/brackets/store/brackets.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { answersTo } from '#features/events/rules/questions.ts';
import { lockEvents } from '#features/events/store.ts';
import { notifyPlace } from '#features/news/notices/commands.ts';
import { withdraw } from '#features/news/notices/store.ts';
import { putBack, releasePlaces } from '#features/rsvps/commands/seats.ts';
import * as places from '#features/rsvps/store.ts';
import { findStoredPlace } from '#features/rsvps/store.ts';
import { waitFirst } from '#features/waiting/commands.ts';
import * as line from '#features/waiting/store.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import { tooLateToUndo, undoableSince } from '#platform/undo.ts';
import type * as contract from './contract.ts';
import type { Amended, Amendment, Undone } from './contract.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Deletes the taps at the door on a place that leaves its event. */
    dropTapsOf(tx: Db, placeId: string): Promise<void>;
  }
}

type Place = places.StoredPlace;

const noSuchPlace = (): Refusal => new Refusal('NOT_FOUND', 'This place is not there any more.');

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
async function isTaken(tx: Db, eventId: string, key: string): Promise<boolean> {
  const holder = await places.findHolder(tx, eventId, key);
  return holder !== undefined || (await line.findHolder(tx, eventId, key)) !== undefined;
}

const named = ({ id, player_name, visitor_id }: Place) => person(id, player_name, visitor_id);

export const renamePlace: StaffWork<typeof contract.renamePlace> = async (given) => {
  const { place, event } = await hold(given.tx, given.params.id);
  const name = given.body.playerName;
  const after = await rename(given, event, place, name);
  return amend(given, { kind: 'renamed', place, event, after, effect: { name } });
};

async function rename({ context, tx }: Writing, event: FestivalEvent, place: Place, name: string): Promise<Place> {
  const key = nameKey(name);
  const taken = key !== place.name_key && (await isTaken(tx, event.id, key));
  throwRefusal(rules.whyNotRename(name, { present: place.player_name, isTaken: taken }));
  await store.renamePlace(tx, place.id, { name, nameKey: key });
  if (event.bracketDrawn) {
    await renameEntrant(tx, event.id, place.id);
    await settleCalls(context, tx, event.id);
  }
  return { ...place, player_name: name, name_key: key };
}

export const movePlace: StaffWork<typeof contract.movePlace> = async (given) => {
  const { context, tx, at, params, body } = given;
  const { id } = params;
  const { place, event, events } = await hold(tx, id, [body.eventId]);
  const to = events.find((event) => event.id === body.eventId);
  if (to === undefined) throw noSuchEvent();
  if (to.id === event.id) throw new Refusal('BAD_INPUT', 'They are in this event already.', { field: 'eventId' });
  const taken = await isTaken(tx, to.id, place.name_key);
  const facts = { event: to, now: at, playerName: place.player_name, isTaken: taken };
  throwRefusal(rules.whyNotLeave(place.player_name, await playsIn(tx, event.id, id)) ?? rules.whyNotMoveTo(facts));
  const promoted = await release(given, event, id);
  const unasked = { asked_at: null, coming: toFlag(false) };
  // Answers to questions that the other event does not ask stay behind.
  const answers = places.asAnswers(answersTo(to.questions, places.answersOf(place)));
  const after = { ...place, ...places.NOT_CHECKED_IN, ...unasked, answers, event_id: to.id, lent: toFlag(false) };
  await putBack(context, tx, to, after);
  await context.hooks.dropTapsOf(tx, id);
  const amended = await amend(given, { kind: 'moved', place, event, after, to, effect: { eventId: to.id } });
  return { ...amended, promoted };
};

export const removePlace: StaffWork<typeof contract.removePlace> = async (given) => {
  const { tx, params, body } = given;
  const { id } = params;
  const { place, event } = await hold(tx, id);
  const plays = await playsIn(tx, event.id, id);
  throwRefusal(rules.whyNotRemove(place.player_name, { plays, forfeit: body.forfeit ?? false }));
  const forfeits = plays ? await forfeitMatches(given, { eventId: event.id, placeId: id }) : null;
  const promoted = await release(given, event, id);
  const effect = { withdrawal: forfeits?.withdrawal ?? null };
  const forfeited = forfeits?.titles ?? [];
  const amended = await amend(given, { kind: 'removed', place, event, effect, forfeited });
  return { ...amended, promoted, forfeited: forfeited.length };
};

/** Releases a place and returns who got its seat from the waiting list. */
async function release({ context, tx }: Writing, event: FestivalEvent, id: string): Promise<string | null> {
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
const auditedPlace = (place: Place, event: FestivalEvent) => ({
  playerName: named(place),
  event: event.title,
  checkedIn: place.checked_in === 1,
});

/** Keeps the place as it was, tells its device unless only the name changed, and records the change. */
async function amend(
  { context, tx, at, note }: StaffWriting,
  { kind, place, event, effect, after, to, forfeited = [] }: Amending,
): Promise<Amended> {
  const id = context.newId();
  await store.addAmendment(tx, { id, kind, place, effect, now: at });
  const { player_name: playerName, visitor_id: visitorId } = place;
  if (kind !== 'renamed')
    await notifyPlace(context, tx, { id, kind, visitorId, playerName, event: to ?? event, from: event });
  await note({
    action: `place ${kind}`,
    who: named(after ?? place),
    subject: event.title,
    eventId: event.id,
    before: auditedPlace(place, event),
    after: after ? auditedPlace(after, to ?? event) : forfeited.length > 0 ? { forfeited } : null,
  });
  const stored = { id, kind, placeId: place.id, eventId: event.id, playerName, effect, amendedAt: at };
  return { ...rules.asAmendment({ ...stored, toTitle: to?.title ?? null }), promoted: null, forfeited: 0 };
}

/** Undoes what organisers did to places, for a minute. */
const ACTIONS = { renamed: 'name restored', moved: 'place moved back', removed: 'place restored' } as const;

/** Undoes an amendment within a minute. */
export const undoAmendment: StaffWork<typeof contract.undoAmendment> = async (given) => {
  const { tx, now, params, note } = given;
  const { id } = params;
  const since = undoableSince(now);
  const beforeLock = await store.findAmendment(tx, id, since);
  if (beforeLock === null) throw tooLateToUndo();
  const { eventId: toId } = beforeLock.effect;
  const events = await lockEvents(tx, [beforeLock.place.event_id, ...(toId === undefined ? [] : [toId])]);
  const amendment = await store.takeAmendment(tx, id, since);
  if (amendment === null) throw tooLateToUndo();
  const event = events.find((event) => event.id === amendment.place.event_id);
  if (event === undefined) throw noSuchEvent();
  const undoing = { ...amendment, id, event, to: events.find((event) => event.id === toId) };
  const { kind, place } = amendment;
  const result = kind === 'renamed' ? await renameBack(given, undoing) : await bringBack(given, undoing);
  const { outcome, present, cleared = [] } = result;
  const after = auditedPlace(outcome === 'place' ? place : { ...place, checked_in: 0 }, event);
  await note({
    action: outcome === 'place' ? ACTIONS[kind] : 'put first on the waiting list',
    who: named(place),
    subject: event.title,
    eventId: event.id,
    before: present && auditedPlace(present, undoing.to ?? event),
    after: cleared.length > 0 ? { ...after, cleared } : after,
  });
  return { playerName: place.player_name, eventTitle: event.title, outcome };
};

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

async function renameBack(work: Writing, { event, place, effect }: Undoing): Promise<Result> {
  const present = await findStoredPlace(work.tx, place.id);
  if (present === null) throw noSuchPlace();
  if (present.player_name !== effect.name) {
    throw new Refusal('CHANGED_MEANWHILE', `This place now has another name: ${present.player_name}.`);
  }
  await rename(work, event, present, place.player_name);
  return { outcome: 'place', present };
}

/** Gives a removed or moved place back, or its person the head of the line when the seat is taken. */
async function bringBack(given: StaffWriting, undoing: Undoing): Promise<Result> {
  const { context, tx } = given;
  const { kind, place, event, to, effect } = undoing;
  if (await isTaken(tx, event.id, place.name_key)) throw rules.nameInUse(place.player_name);
  const present = kind === 'moved' ? await findStoredPlace(tx, place.id) : null;
  if (kind === 'moved') {
    if (to === undefined || present?.event_id !== to.id) throw noSuchPlace();
    throwRefusal(rules.whyNotLeave(present.player_name, await playsIn(tx, to.id, place.id)));
    await release(given, to, place.id);
    await context.hooks.dropTapsOf(tx, place.id);
  }
  const { withdrawal } = effect;
  const forfeits = withdrawal && { eventId: event.id, placeId: place.id, withdrawal };
  const cleared = forfeits ? await clearForfeits(given, forfeits) : [];
  // A place that is given back in the bracket is shown under its present name.
  if (event.bracketDrawn) noteBracket(tx, event.id);
  const isBack = await putBack(context, tx, event, place);
  if (!isBack) await waitAgain(given, event, place);
  if (event.bracketDrawn) await settleCalls(context, tx, event.id);
  await tellUndone(given, undoing, isBack);
  return { outcome: isBack ? 'place' : 'waiting', present, cleared };
}

async function waitAgain({ tx, at }: Writing, event: FestivalEvent, place: Place): Promise<void> {
  throwRefusal(rules.whyNotWaitAgain(event, at));
  await waitFirst(tx, {
    id: place.id,
    eventId: event.id,
    playerName: place.player_name,
    nameKey: place.name_key,
    playerEmail: place.player_email,
    answers: places.answersOf(place),
    visitorId: place.visitor_id,
    createdAt: place.created_at,
    isHandedOver: fromFlag(place.handed_over),
  });
}

/** A notice that nobody has seen is taken back; a seen one is followed by what holds now. */
async function tellUndone({ context, tx }: Writing, { id, kind, place, event, to }: Undoing, isBack: boolean) {
  const { player_name: playerName, visitor_id: visitorId } = place;
  // A person who waits now has still lost the place.
  if (visitorId === null || (kind === 'removed' && !isBack)) return;
  if ((await withdraw(tx, visitorId, id)) && isBack) return;
  const news = { visitorId, playerName };
  if (!isBack) return notifyPlace(context, tx, { ...news, kind: 'removed', event });
  if (to === undefined) return notifyPlace(context, tx, { ...news, kind: 'promoted', event });
  return notifyPlace(context, tx, { ...news, kind: 'moved', event, from: to });
}
