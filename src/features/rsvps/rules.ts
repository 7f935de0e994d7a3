import { type Asker, mayChange } from '#features/access/rules/sessions.ts';
import type { FestivalEvent, Question } from '#features/events/contract.ts';
import { type Drawable, isEnded } from '#features/events/rules/clock.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { type Answers, answersTo, answerWords, whyNotAnswer } from '#features/events/rules/questions.ts';
import { isFull, spotsRemaining, whyNotOpen, whyOver } from '#features/events/rules/status.ts';
import type { Festival } from '#features/festival/contract.ts';
import { placesFrom } from '#features/festival/rules/opening.ts';
import type { Cell } from '#platform/csv.ts';
import { firstTwice, groupBy } from '#platform/lists.ts';
import { compareNames, isolated, nameKey } from '#platform/names.ts';
import { counted, listed } from '#platform/numbers.ts';
import { Refusal, throwRefusal, type Verdict } from '#platform/refusal.ts';
import { DOOR, mayWork, type ScopedEvent } from '#platform/staff.ts';
import { zonedInput } from '#platform/time.ts';
import type { Registrations, Rsvp } from './contract.ts';
import { PLACES_PER_VISITOR } from './limits.ts';

type MaybeDraft = { readonly draft?: boolean };

export type RegisterFacts = {
  readonly event: Pick<
    FestivalEvent,
    | 'status'
    | 'startTime'
    | 'duration'
    | 'capacity'
    | 'currentRegistrations'
    | 'bracketDrawn'
    | 'bracketDecided'
    | 'queue'
  > &
    MaybeDraft &
    Drawable;
  /** ISO 8601. */
  readonly now: string;
  /** Missing for staff, who may add people before visitors may. */
  readonly festival?: Pick<Festival, 'opensAt' | 'registrationOpensAt' | 'timeZone'>;
  /** Of this visitor; 0 for a walk-in. */
  readonly placesHere: number;
  readonly people?: number;
  /** `heldBy`: the holder of the name's key in this event. */
  readonly name?: TypedName & { readonly heldBy: 'same-visitor' | 'other' | null };
};

export type TypedName = {
  readonly playerName: string;
  /** In the request; `playerName` by default. Of several people the refusal says whom it is about. */
  readonly field?: string;
};

export const nameTaken = ({ playerName, field = 'playerName' }: TypedName): Refusal =>
  new Refusal('ALREADY_REGISTERED', `Someone called ${playerName} has a place already. Add an initial.`, { field });

/** For staff, who may add people before the draw. */
export const nameAsked = ({ playerName, field = 'playerName' }: TypedName): Refusal =>
  new Refusal(
    'ALREADY_REGISTERED',
    `Someone called ${playerName} has asked for a place, which is drawn later. Add an initial.`,
    { field },
  );

/** Asks whether the person is the account's owner. No answer tells more than the scoreboard. */
export const nameOfAccount = (names: readonly TypedName[]): Refusal =>
  new Refusal(
    'NAME_OF_ACCOUNT',
    `${listed(names.map(({ playerName }) => isolated(playerName)))} ${names.length === 1 ? 'has an account' : 'have accounts'} on another phone. Is this you? Use your code there.`,
    { field: names[0]?.field ?? 'playerName' },
  );

export const namedIn = ({ playerName, playerNames }: Pick<Registrations, 'playerName' | 'playerNames'>): TypedName[] =>
  playerNames?.map((name, index) => ({ playerName: name, field: `playerNames.${index}` })) ??
  (playerName === undefined ? [] : [{ playerName }]);

export const whyNotOpenYet = (
  { draft = false, lottery = false }: MaybeDraft & Drawable,
  festival: RegisterFacts['festival'],
  now: string,
): Verdict =>
  whyNotOpen(
    { draft, lottery: lottery && festival !== undefined },
    { from: festival ? placesFrom(festival) : null, timeZone: festival?.timeZone ?? 'UTC', now },
  );

/** For the screens and the server. Two requests for the last seat can both get null: takeSeat decides. */
export const whyNotRegister = ({ event, now, festival, placesHere, people = 1, name }: RegisterFacts): Verdict => {
  const over = whyOver(event) ?? whyNotOpenYet(event, festival, now);
  if (over !== null) return over;
  if (isEnded(event, now)) return new Refusal('EVENT_OVER', 'This event has ended.');
  if (event.queue) return new Refusal('QUEUE', 'This event has a queue: take a number.');
  if (event.bracketDrawn) {
    return new Refusal('BRACKET_DRAWN', 'The bracket of this event is already drawn, so nobody can join any more.');
  }
  if (name?.heldBy === 'same-visitor') {
    const { playerName, field } = name;
    const sentence = field ? `${playerName} has a place already.` : 'You have a place already.';
    return new Refusal('ALREADY_REGISTERED', sentence, { field: field ?? 'playerName' });
  }
  if (name?.heldBy === 'other') return nameTaken(name);
  if (placesHere + people > PLACES_PER_VISITOR) {
    return new Refusal(
      'TOO_MANY_HERE',
      placesHere < PLACES_PER_VISITOR
        ? `You already have ${counted(placesHere, 'place', 'places')} in this event. At most ${PLACES_PER_VISITOR} are possible.`
        : `You already have ${PLACES_PER_VISITOR} places in this event, which is the most. Cancel one first.`,
    );
  }
  if (isFull(event)) return new Refusal('EVENT_FULL', 'This event is full.');
  const left = spotsRemaining(event);
  return left < people ? new Refusal('EVENT_FULL', `Only ${counted(left, 'place is', 'places are')} left.`) : null;
};

/**
 * The answers of each person to these questions, in the order of `people`. What no question asks any more is left out.
 * @throws Refusal BAD_INPUT at `answers.ID`, of several people at `answers.NAME.ID`.
 */
export function answersOfEach(
  questions: readonly Question[],
  { playerNames, answers = {} }: Pick<Registrations, 'playerNames' | 'answers'>,
  { people, isRequired }: { readonly people: readonly TypedName[]; readonly isRequired: boolean },
): Answers[] {
  const byKey = new Map(Object.entries(answers).map(([name, of]) => [nameKey(name), of]));
  return people.map(({ playerName }) => {
    const given = playerNames === undefined ? answers : (byKey.get(nameKey(playerName)) ?? {});
    const field = playerNames === undefined ? 'answers' : `answers.${playerName}`;
    throwRefusal(whyNotAnswer(questions, given as Answers, { isRequired, field }));
    return answersTo(questions, given as Answers);
  });
}

export const noSuchRsvp = (): Refusal => new Refusal('NOT_FOUND', 'This place was already cancelled.');

export const placeCancelled = (): Refusal =>
  new Refusal('GONE', 'This place was cancelled in the meantime. Take one again if you still want it.');

export const whyNotCancel = (ownerId: string | null, caller: Asker): Verdict =>
  mayChange(ownerId, caller)
    ? null
    : new Refusal('NOT_YOURS', 'This place belongs to another phone. Cancel it there, or ask event staff.');

/** Organisers, and helpers at the door of the event. */
export const whyNotChangeAnswers = (ownerId: string | null, caller: Asker, event: ScopedEvent | null): Verdict =>
  mayWork(caller.staff, DOOR, event) || mayChange(ownerId, caller)
    ? null
    : new Refusal('NOT_YOURS', 'This place belongs to another phone. Change its answers there, or ask event staff.');

export type ScheduleEntry<E> = { readonly rsvp: Rsvp; readonly event: E; readonly startTime: string };

/** Soonest first. Leaves out deleted events. */
export const joinSchedule = <E extends { readonly id: string; readonly startTime: string }>(
  rsvps: readonly Rsvp[],
  events: readonly E[],
): ScheduleEntry<E>[] => {
  const byId = new Map(events.map((event) => [event.id, event]));
  const entries = rsvps.flatMap((rsvp) => {
    const event = byId.get(rsvp.eventId);
    return event === undefined ? [] : [{ rsvp, event, startTime: event.startTime }];
  });
  return sortByStart(entries);
};

/** Each event once, with this device's places; the rest is of the first entry. */
export const placesByEvent = <T extends { readonly rsvp: Rsvp; readonly event: { readonly id: string } }>(
  entries: readonly T[],
): (Omit<T, 'rsvp'> & { readonly places: readonly Rsvp[] })[] =>
  [...groupBy(entries, ({ event }) => event.id).values()].flatMap((places) =>
    places.slice(0, 1).map(({ rsvp: _, ...first }) => ({ ...first, places: places.map(({ rsvp }) => rsvp) })),
  );

export function countByEvent(places: readonly Pick<Rsvp, 'eventId'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { eventId } of places) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
  return counts;
}

type FileLists = {
  readonly events: readonly Pick<FestivalEvent, 'id' | 'title' | 'capacity'>[];
  readonly rsvps: readonly Pick<Rsvp, 'eventId' | 'playerName'>[];
};

export function checkPlaces({ events, rsvps }: FileLists): Verdict {
  const bad = (field: string, sentence: string) => new Refusal('BAD_INPUT', sentence, { field });
  const place = firstTwice(rsvps, ({ eventId, playerName }) => `${eventId} ${nameKey(playerName)}`);
  if (place !== null) return bad('rsvps', 'The file holds the same name twice in one event.');
  const byId = new Map(events.map((event) => [event.id, event]));
  for (const [eventId, seats] of countByEvent(rsvps)) {
    const event = byId.get(eventId);
    if (event === undefined) return bad('rsvps', `The file holds a place in an event that is not in it, ${eventId}.`);
    if (seats > event.capacity) return bad('events', `${event.title} has more places taken than it has room for.`);
  }
  return null;
}

export type TakenPlace = {
  readonly playerName: string;
  readonly checkedInAt: string | null;
  readonly createdAt: string;
  readonly answers: Answers;
};

/** By name. Times are in the festival's zone, in a format that spreadsheets recognise. */
export const rsvpTable = (
  places: readonly TakenPlace[],
  questions: readonly Question[],
  zone: string,
): readonly (readonly Cell[])[] => {
  const local = (iso: string): string => zonedInput(iso, zone).replace('T', ' ');
  const byName = (one: TakenPlace, other: TakenPlace): number => compareNames(one.playerName, other.playerName);
  return [
    [
      'Name',
      'Checked in',
      `Checked in at (${zone})`,
      `Registered at (${zone})`,
      ...questions.map(({ label }) => label),
    ],
    ...places
      .toSorted(byName)
      .map(({ playerName, checkedInAt, createdAt, answers }) => [
        playerName,
        checkedInAt === null ? 'no' : 'yes',
        checkedInAt === null ? null : local(checkedInAt),
        local(createdAt),
        ...questions.map((question) => answerWords(question, answers)),
      ]),
  ];
};
