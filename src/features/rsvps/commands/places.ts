import type { Db } from '#database/schema.ts';
import { type CommandContext, presentCaller, throwPresentRefusal } from '#features/access/commands/writes.ts';
import type { CallerWork, VisitorWork } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { answersTo, whyNotAnswer } from '#features/events/rules/questions.ts';
import { findEvent, lockEvent, takeSeat } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { listTakenNames } from '#features/people/users/store/users.ts';
import { nameKey } from '#platform/names.ts';
import { type Refusal, raced, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import type * as contract from '../contract.ts';
import type { Registration, Registrations, Rsvp } from '../contract.ts';
import {
  answersOfEach,
  nameAsked,
  namedIn,
  nameOfAccount,
  noSuchRsvp,
  placeCancelled,
  type TypedName,
  whyNotCancel,
  whyNotChangeAnswers,
  whyNotRegister,
} from '../rules.ts';
import * as store from '../store.ts';
import { releasePlaces } from './seats.ts';

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Asks for places of an event that are still to be drawn. @throws Refusal, as `whyNotWait`, or BUSY when they were drawn. */
    requestPlaces(
      context: CommandContext,
      tx: Db,
      request: { readonly visitorId: string; readonly body: Registrations },
    ): Promise<void>;
    /** Withdraws a request for a place; false when there is none of this id. @throws Refusal NOT_YOURS. */
    withdrawRequest(given: Omit<Parameters<typeof cancel>[0], 'params' | 'query'>, id: string): Promise<boolean>;
  }
}

/** A request with `playerNames` is answered by a list, also of one. */
export const register: VisitorWork<typeof contract.register> = {
  async act({ context, tx, visitorId, isNew, body }) {
    const places = await takePlaces(context, tx, { ...body, visitorId, hasNoPlaces: isNew });
    if (places !== null) return oneOrAll(places, body.playerNames !== undefined);
    await context.hooks.requestPlaces(context, tx, { visitorId, body });
    return { state: 'requested' };
  },
  async recall(tx, first) {
    if ('state' in first) return first;
    const owned: Rsvp[] = [];
    for (const { id } of [first].flat())
      owned.push(...[await store.findRsvp(tx, id)].flatMap((own) => own?.rsvp ?? []));
    if (owned.length === 0) throw placeCancelled();
    return oneOrAll(owned, Array.isArray(first));
  },
};

/** Of one name there is one row: of a request without a name nothing is answered. */
export function oneOrAll<One>(rows: readonly One[], isList: boolean): One | One[] {
  if (isList) return [...rows];
  const [row] = rows;
  if (row === undefined) throw new Error('no name, no place');
  return row;
}

type NewPlaces = Registrations & { readonly visitorId: string | null; readonly hasNoPlaces?: boolean };

/** Takes one place. */
export async function takePlace(context: CommandContext, tx: Db, place: NewPlaces & Registration): Promise<Rsvp> {
  const [rsvp] = (await takePlaces(context, tx, place)) ?? [];
  if (rsvp === undefined) throw new Error('no name, no place');
  return rsvp;
}

/**
 * Takes a place for each name, or none; `visitorId` is null for a walk-in. Null for a visitor while places are to be drawn. The
 * seats come first: their conditional update locks the event until the commit, and a later refusal frees them by the rollback. To
 * save statements in a rush, a new visitor's places are not counted, and the name's holder is looked up only when the insert finds one.
 * @throws Refusal NOT_FOUND, NOT_OPEN, EVENT_FULL, EVENT_OVER, BRACKET_DRAWN, ALREADY_REGISTERED, NAME_OF_ACCOUNT, TOO_MANY_HERE, BAD_INPUT or BUSY.
 */
async function takePlaces(
  context: CommandContext,
  tx: Db,
  { visitorId, hasNoPlaces = false, eventId, playerEmail, isFriend = false, ...names }: NewPlaces,
): Promise<Rsvp[] | null> {
  const people = namedIn(names);
  const isVisitor = visitorId !== null;
  const seats = await takeSeat(tx, eventId, { seats: people.length, unlessLottery: isVisitor });
  const event = seats ?? (await findEvent(tx, eventId));
  if (event === null) throw noSuchEvent();
  if (event.lottery && isVisitor) return null;
  const placesHere = hasNoPlaces || visitorId === null ? 0 : await store.countPlacesOf(tx, eventId, visitorId);
  const festival = visitorId === null ? {} : { festival: await festivalInForce(context, tx) };
  const facts = { event, now: context.now().toISOString(), ...festival, placesHere, people: people.length };
  const mayTake = seats !== null && whyNotRegister(facts) === null;
  const answers = mayTake ? answersOfEach(event.questions, names, { people, isRequired: visitorId !== null }) : [];
  if (mayTake && visitorId !== null && !isFriend) await refuseNamesOfAccounts(tx, people, visitorId);
  const taken: Rsvp[] = [];
  // Lists are in the order of ids, and ids of one millisecond are in any order.
  const ids = people.map(() => context.newId()).sort();
  for (const [index, name] of people.entries()) {
    const { [index]: id = context.newId() } = ids;
    const { playerName } = name;
    const key = nameKey(playerName);
    const place = { eventId, playerName, nameKey: key, visitorId, createdAt: facts.now };
    const rsvp = mayTake
      ? await store.addRsvpUnlessNamed(
          tx,
          { ...place, id, playerEmail: playerEmail ?? null, answers: answers[index] ?? null },
          event.lottery,
        )
      : null;
    if (rsvp === null) {
      const holder = await store.findHolder(tx, eventId, key);
      const heldBy = holder === undefined ? null : holder !== null && holder === visitorId ? 'same-visitor' : 'other';
      throwRefusal(whyNotRegister({ ...facts, name: { ...name, heldBy } }));
      if (event.lottery) throw nameAsked(name);
      throw raced('a seat or the name became free between two statements');
    }
    taken.push(rsvp);
  }
  return taken;
}

/** @throws Refusal NAME_OF_ACCOUNT. */
export async function refuseNamesOfAccounts(tx: Db, people: readonly TypedName[], visitorId: string): Promise<void> {
  const names = people.map(({ playerName }) => playerName);
  const others = new Set(await listTakenNames(tx, names, visitorId));
  if (others.size > 0) throw nameOfAccount(people.filter(({ playerName }) => others.has(playerName)));
}

type Yours<Owned> = {
  readonly find: () => Promise<Owned | null>;
  readonly eventOf: (owned: Owned) => string;
  readonly gone: () => Refusal;
  readonly whyNot?: typeof whyNotCancel;
};

/**
 * Locks the event of a place or waiting entry that the caller may give up, or may do what `whyNot` asks. Returns the event's id and the caller.
 * @throws Refusal NOT_YOURS, or `gone`.
 */
export async function lockYours<Owned extends { readonly visitorId: string | null }>(
  tx: Db,
  caller: Caller,
  { find, eventOf, gone, whyNot = whyNotCancel }: Yours<Owned>,
): Promise<{ eventId: string; by: Caller }> {
  const owned = await find();
  if (owned === null) throw gone();
  await throwPresentRefusal(tx, caller, (by) => whyNot(owned.visitorId, by));
  const eventId = eventOf(owned);
  await lockEvent(tx, eventId);
  // Before the lock it may have been handed over, or its device may have joined another visitor.
  const [place, by] = [await find(), await presentCaller(tx, caller)];
  if (place !== null) throwRefusal(whyNot(place.visitorId, by));
  return { eventId, by };
}

export const cancel: CallerWork<typeof contract.cancelRsvp> = async (given) => {
  const { context, tx, caller, note } = given;
  const { id } = given.params;
  if (await context.hooks.withdrawRequest(given, id)) return;
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
  await note({ action: 'place removed', who, subject: event.title, eventId, before, after: null });
};

/** The answers themselves are in no list of changes. */
export const changeAnswers: CallerWork<typeof contract.changeAnswers> = async (given) => {
  const { tx, caller, params, body, note } = given;
  const { id } = params;
  const found = await store.findStoredPlace(tx, id);
  const at = found && (await findEvent(tx, found.event_id));
  const { eventId, by } = await lockYours(tx, caller, {
    find: () => store.findRsvp(tx, id),
    eventOf: ({ rsvp }) => rsvp.eventId,
    gone: noSuchRsvp,
    whyNot: (ownerId, asker) => whyNotChangeAnswers(ownerId, asker, at),
  });
  const [event, place] = [await findEvent(tx, eventId), await store.findStoredPlace(tx, id)];
  // It may have been moved before its event was locked.
  if (event === null || place?.event_id !== eventId) throw noSuchRsvp();
  const isOwner = place.visitor_id !== null && place.visitor_id === by.visitorId;
  const named = event.questions.filter((question) => Object.hasOwn(body.answers, question.id));
  throwRefusal(whyNotAnswer(named, body.answers, { isRequired: isOwner }));
  const answers = answersTo(event.questions, { ...store.answersOf(place), ...body.answers });
  await store.setAnswers(tx, id, answers);
  if (isOwner) return { answers };
  const who = person(id, place.player_name, place.visitor_id);
  await note({ action: 'answers changed', who, subject: event.title, eventId, before: null, after: null });
  return { answers };
};

/** Of a locked event whose questions changed: answers that no question asks for any more are deleted. */
export async function dropOtherAnswers(tx: Db, { id, questions }: Pick<FestivalEvent, 'id' | 'questions'>) {
  for (const table of ['rsvps', 'waiting_entries'] as const) {
    for (const row of await store.listAnswered(tx, table, id)) {
      const kept = answersTo(questions, store.answersOf(row));
      if (store.asAnswers(kept) !== row.answers) await store.setAnswers(tx, row.id, kept, table);
    }
  }
}
