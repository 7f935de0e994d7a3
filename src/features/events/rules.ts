import { isTooLong } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { festivalDay } from '#platform/time.ts';
import type { EventStatus, EventType, FestivalEvent, NewEvent, TournamentType } from './contract.ts';
import { CAPACITY, DURATION } from './limits.ts';

type Seats = Pick<FestivalEvent, 'capacity' | 'currentRegistrations'>;
type Timed = { readonly startTime: string };

/** Initial values of the Create New Event dialog; other fields start empty. */
export const NEW_EVENT = {
  eventType: 'video-game',
  duration: DURATION.fallback,
  capacity: CAPACITY.fallback,
  tournamentType: null,
} as const satisfies Partial<NewEvent>;

/** Parses a typed integer, or returns the fallback. */
export const wholeOr = (typed: string, fallback: number): number => {
  const number = Number.parseInt(typed, 10);
  return Number.isNaN(number) ? fallback : number;
};

export const isFull = ({ capacity, currentRegistrations }: Seats): boolean => currentRegistrations >= capacity;

/** Returns the capacity badge (docs/behaviour.md "Programme"). Integer arithmetic, to avoid rounding at 75 %. */
export const capacityState = (event: Seats): 'FULL' | 'ALMOST FULL' | 'OPEN' => {
  if (isFull(event)) return 'FULL';
  return event.currentRegistrations * 4 >= event.capacity * 3 ? 'ALMOST FULL' : 'OPEN';
};

/** 0 to 100, rounded down so that 100 means that no place is left. */
export const percentFull = ({ capacity, currentRegistrations }: Seats): number =>
  Math.min(100, Math.floor((currentRegistrations * 100) / capacity));

export const spotsRemaining = ({ capacity, currentRegistrations }: Seats): number =>
  Math.max(0, capacity - currentRegistrations);

const GAME_TYPES = { 'board-game': 'board', 'card-game': 'board', 'video-game': 'video', course: null } as const;

export const gameTypeOf = (eventType: EventType): 'board' | 'video' | null => GAME_TYPES[eventType];

const NEXT: Readonly<Record<EventStatus, EventStatus | null>> = {
  upcoming: 'in-progress',
  'in-progress': 'completed',
  completed: null,
};

/** Statuses as shown. */
export const TOURNAMENT_LABEL: Readonly<Record<TournamentType, string>> = {
  'single-elimination': 'Single elimination',
  'double-elimination': 'Double elimination',
};

export const STATUS_WORDS: Readonly<Record<EventStatus, string>> = {
  upcoming: 'upcoming',
  'in-progress': 'in progress',
  completed: 'completed',
};

export const nextStatus = (status: EventStatus): EventStatus | null => NEXT[status];

/** Allows one step forward or the same status; refuses everything else, naming both. */
export const canMoveTo = (from: EventStatus, to: EventStatus): Verdict => {
  if (from === to || NEXT[from] === to) return null;
  const way =
    from === 'upcoming'
      ? `can't become ${STATUS_WORDS[to]} before it was ${STATUS_WORDS['in-progress']}`
      : `can't go back to ${STATUS_WORDS[to]}`;
  return new Refusal('STATUS_ORDER', `This event is ${STATUS_WORDS[from]} and ${way}.`, { field: 'status' });
};

/** Capacity must not fall below the places taken. */
export const canChangeCapacity = (next: number, registered: number): Verdict => {
  if (next >= registered) return null;
  const people = registered === 1 ? '1 person is' : `${registered} people are`;
  return new Refusal('CAPACITY_TAKEN', `${people} already registered, so the capacity can't be ${next}.`, {
    field: 'capacity',
  });
};

const byStart = (a: Timed, b: Timed): number => Date.parse(a.startTime) - Date.parse(b.startTime);

/** Returns a sorted copy, soonest first. */
export const sortByStart = <T extends Timed>(items: readonly T[]): T[] => [...items].sort(byStart);

export type EventFilter = { readonly q: string; readonly type: EventType | null };

/**
 * Returns whether `q` is part of title or location, ignoring case; `type` null matches every type. A `q` that is too
 * long matches nothing.
 */
export const matchesFilter = (
  event: Pick<FestivalEvent, 'title' | 'location' | 'eventType'>,
  { q, type }: EventFilter,
): boolean => {
  if (isTooLong(q) || (type !== null && event.eventType !== type)) return false;
  const wanted = q.trim().toLowerCase();
  return event.title.toLowerCase().includes(wanted) || event.location.toLowerCase().includes(wanted);
};

/** Returns groups of one festival day each (`day` as YYYY-MM-DD), soonest first. A festival day ends at 05:00. */
export const groupByFestivalDay = <T extends Timed>(
  items: readonly T[],
  zone: string,
): { day: string; items: T[] }[] => {
  const days: { day: string; items: T[] }[] = [];
  for (const item of sortByStart(items)) {
    const day = festivalDay(item.startTime, zone);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
};

/** The tournament type is fixed once the bracket exists; `wanted` undefined leaves it unchanged. */
export const canChangeTournament = (
  present: FestivalEvent['tournamentType'],
  wanted: FestivalEvent['tournamentType'] | undefined,
  bracketDrawn: boolean,
): Verdict =>
  bracketDrawn && wanted !== undefined && wanted !== present
    ? new Refusal('BRACKET_DRAWN', 'The bracket of this event is already drawn, so its tournament type stays.', {
        field: 'tournamentType',
      })
    : null;
