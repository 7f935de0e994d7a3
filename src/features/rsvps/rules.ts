import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, isEnded } from '#features/events/rules/clock.ts';
import type { Between } from '#features/events/rules/filters.ts';
import { overlap, type Span } from '#features/events/rules/overlaps.ts';
import { groupByFestivalDay, sortByStart } from '#features/events/rules/programme.ts';
import { isFull } from '#features/events/rules/seats.ts';
import type { Cell } from '#platform/csv.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { firstTwice } from '#platform/slices.ts';
import { clockTime, festivalDay, parseZoned, zonedInput } from '#platform/time.ts';
import type { Rsvp } from './contract.ts';

/** Places one device may take in one event. */
export const PLACES_PER_DEVICE = 6;

export type RegisterFacts = {
  readonly event: Pick<
    FestivalEvent,
    'status' | 'startTime' | 'duration' | 'capacity' | 'currentRegistrations' | 'bracketDrawn'
  >;
  /** ISO 8601. */
  readonly now: string;
  /** Places of this device in this event; 0 for a walk-in. */
  readonly placesHere: number;
  /** The typed name, and the holder of its key in this event. */
  readonly name?: { readonly playerName: string; readonly heldBy: 'same-device' | 'other' | null };
};

export const nameTaken = (playerName: string): Refusal =>
  new Refusal('ALREADY_REGISTERED', `Someone called ${playerName} is already registered. Add an initial.`, {
    field: 'playerName',
  });

/**
 * Returns the first reason that forbids taking a place now, or null. Used by the buttons, the walk-in form and the
 * server. Two requests for the last seat can both get null: takeSeat decides between them.
 */
export const whyNotRegister = ({ event, now, placesHere, name }: RegisterFacts): Verdict => {
  if (event.status === 'completed') return new Refusal('EVENT_OVER', 'This event is over.');
  if (isEnded(event, now)) return new Refusal('EVENT_OVER', 'This event has ended.');
  if (event.bracketDrawn) {
    return new Refusal('BRACKET_DRAWN', 'The bracket of this event is already drawn, so nobody can join any more.');
  }
  if (name?.heldBy === 'same-device') {
    return new Refusal('ALREADY_REGISTERED', "You're already registered.", { field: 'playerName' });
  }
  if (name?.heldBy === 'other') return nameTaken(name.playerName);
  if (placesHere >= PLACES_PER_DEVICE) {
    return new Refusal('TOO_MANY_HERE', `This device already holds ${PLACES_PER_DEVICE} places in this event.`);
  }
  return isFull(event) ? new Refusal('EVENT_FULL', 'This event is full.') : null;
};

/** A place may be cancelled by the device that took it, and by organisers. */
export const whyNotCancel = (
  ownerId: string | null,
  caller: { visitorId: string | null; adminSessionId: string | null },
): Verdict =>
  caller.adminSessionId !== null || (ownerId !== null && ownerId === caller.visitorId)
    ? null
    : new Refusal('NOT_YOURS', 'This place belongs to another phone.');

export type ScheduleEntry<E> = { readonly rsvp: Rsvp; readonly event: E; readonly startTime: string };

/** Returns my RSVPs with their events, soonest first. Leaves out deleted events. */
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

type Held = Span & Pick<FestivalEvent, 'id' | 'status'>;

/** Returns which places are at the same time as another event: those of this person, or everybody's for null. */
export const overlapping = <E extends Held>(
  schedule: readonly ScheduleEntry<E>[],
  event: Span & { readonly id: string },
  person: string | null,
): ScheduleEntry<E>[] => {
  const key = person === null ? null : nameKey(person);
  return schedule.filter(
    ({ rsvp, event: other }) =>
      other.id !== event.id &&
      other.status !== 'completed' &&
      (key === null || nameKey(rsvp.playerName) === key) &&
      overlap(other, event),
  );
};

/** 'Chess before coffee until 11:30 AM', or from when, if it begins after the other event. */
export const overlapWords = (held: Span & { title: string }, event: Span, zone: string): string =>
  Date.parse(held.startTime) > Date.parse(event.startTime)
    ? `${held.title} from ${clockTime(held.startTime, zone)}`
    : `${held.title} until ${clockTime(new Date(endOf(held)).toISOString(), zone)}`;

/** Groups of My schedule besides festival days (YYYY-MM-DD): what runs, what is next today, and today's past. */
export const GROUPS = { now: 'Now', next: 'Next', earlier: 'Earlier today' } as const;

export type ScheduleGroup<E> = {
  readonly day: string;
  readonly items: readonly (ScheduleEntry<E> & {
    /** Free time of 45 minutes or more just before it. */
    readonly gap: Between | null;
  })[];
};

const MINUTE = 60_000;
const SHORTEST_GAP = 45 * MINUTE;
/** A gap that has begun is shown from here on, so that it does not change at every look. */
const GAP_STEP = 5 * MINUTE;

/** Returns my schedule as it is shown at `now`: what runs, what is next, the days from today on, then what is over. */
export function scheduleGroups<E extends Held & Pick<FestivalEvent, 'bracketDrawn'>>(
  schedule: readonly ScheduleEntry<E>[],
  { zone, now }: { zone: string; now: string },
): ScheduleGroup<E>[] {
  const at = Date.parse(now);
  const today = festivalDay(now, zone);
  const stateOf = ({ event }: ScheduleEntry<E>): 'over' | 'now' | 'coming' => {
    if (event.status === 'completed' || isEnded(event, now)) return 'over';
    const isToday = festivalDay(event.startTime, zone) === today;
    if (event.status === 'in-progress' && isToday) return 'now';
    if (Date.parse(event.startTime) > at) return 'coming';
    return isToday || endOf(event) > at ? 'now' : 'over';
  };
  const inState = (state: ReturnType<typeof stateOf>) => schedule.filter((entry) => stateOf(entry) === state);
  const running = inState('now');
  const coming = withGaps(inState('coming'), running, { zone, at });
  const isNext = ({ startTime }: { startTime: string }) =>
    startTime === coming[0]?.startTime && festivalDay(startTime, zone) === today;
  const over = inState('over').map((entry) => ({ ...entry, gap: null }));
  const group = (day: string, items: ScheduleGroup<E>['items']) => (items.length === 0 ? [] : [{ day, items }]);
  return [
    ...group(
      'now',
      running.map((entry) => ({ ...entry, gap: null })),
    ),
    ...group('next', coming.filter(isNext)),
    ...groupByFestivalDay(
      coming.filter((entry) => !isNext(entry)),
      zone,
    ),
    ...groupByFestivalDay(over, zone).flatMap(({ day, items }) => group(day === today ? 'earlier' : day, items)),
  ];
}

/** Adds the free time before each entry. Time is free from now on, and between two entries of one festival day. */
function withGaps<E extends Held>(
  coming: readonly ScheduleEntry<E>[],
  running: readonly ScheduleEntry<E>[],
  { zone, at }: { zone: string; at: number },
): ScheduleGroup<E>['items'] {
  let day = festivalDay(new Date(at).toISOString(), zone);
  let freeFrom = Math.max(Math.ceil(at / GAP_STEP) * GAP_STEP, ...running.map(({ event }) => endOf(event)));
  return coming.map((entry) => {
    const start = Date.parse(entry.startTime);
    const ownDay = festivalDay(entry.startTime, zone);
    const isGap = ownDay === day && start - freeFrom >= SHORTEST_GAP;
    const gap = isGap ? { from: new Date(freeFrom).toISOString(), to: entry.startTime } : null;
    freeFrom = ownDay === day ? Math.max(freeFrom, endOf(entry.event)) : endOf(entry.event);
    day = ownDay;
    return { ...entry, gap };
  });
}

const DAY = 24 * 3_600_000;
/** Days for which e-mails are kept after the festival. */
export const EMAILS_KEPT_DAYS = 30;

/**
 * Returns the time before which events keep no e-mails; null while all keep them. The festival's last day ends at 05:00
 * the next morning, in its own zone. Events after the last day in festival.json count from their own day, so that an
 * outdated last day deletes no e-mails early.
 */
export function emailsGoneBefore(festival: { lastDay: string; timeZone: string }, now: string): string | null {
  const morning = new Date(Date.parse(`${festival.lastDay}T05:00Z`) + (1 + EMAILS_KEPT_DAYS) * DAY);
  const due = parseZoned(morning.toISOString().slice(0, 16), festival.timeZone);
  // No zone skips 05:00; if one did, the next hour is due as well.
  const passed = 'iso' in due ? now >= due.iso : now >= new Date(morning.getTime() + DAY).toISOString();
  return passed ? new Date(Date.parse(now) - EMAILS_KEPT_DAYS * DAY).toISOString() : null;
}

export function countByEvent(places: readonly Pick<Rsvp, 'eventId'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { eventId } of places) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
  return counts;
}

type FileLists = {
  readonly events: readonly Pick<FestivalEvent, 'id' | 'title' | 'capacity'>[];
  readonly rsvps: readonly Pick<Rsvp, 'eventId' | 'playerName'>[];
};

/** Returns why these lists of a festival file contradict each other, or null. Yields between places. */
export function* checkPlaces({ events, rsvps }: FileLists): Generator<void, Verdict, void> {
  const bad = (field: string, sentence: string) => new Refusal('BAD_INPUT', sentence, { field });
  const place = yield* firstTwice(rsvps, ({ eventId, playerName }) => `${eventId} ${nameKey(playerName)}`);
  if (place !== null) return bad('rsvps', 'The file holds the same name twice in one event.');
  const known = new Map(events.map((event) => [event.id, event]));
  for (const [eventId, seats] of countByEvent(rsvps)) {
    const event = known.get(eventId);
    if (event === undefined) return bad('rsvps', `The file holds a place in an event that is not in it, ${eventId}.`);
    if (seats > event.capacity) return bad('events', `${event.title} has more places taken than it has room for.`);
  }
  return null;
}

export type TakenPlace = {
  readonly playerName: string;
  readonly checkedInAt: string | null;
  readonly createdAt: string;
};

/** Times are in the festival's zone, in a format that spreadsheets recognise. */
export const rsvpTable = (places: readonly TakenPlace[], zone: string): readonly (readonly Cell[])[] => {
  const local = (iso: string): string => zonedInput(iso, zone).replace('T', ' ');
  return [
    ['Name', 'Checked in', `Checked in at (${zone})`, `Registered at (${zone})`],
    ...places.map(({ playerName, checkedInAt, createdAt }) => [
      playerName,
      checkedInAt === null ? 'no' : 'yes',
      checkedInAt === null ? null : local(checkedInAt),
      local(createdAt),
    ]),
  ];
};
