/** An event's status: upcoming, in progress, completed. */
import { MINUTE } from '#platform/durations.ts';
import { counted } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { EventStatus, EventType, FestivalEvent, TournamentType } from '../contract.ts';
import { CAPACITY } from '../limits.ts';
import { type Clocked, endOf, isEnded, startOf, type Timed } from './clock.ts';

/** Seats of an event: how full it is, and whether its capacity may change. */
type Seats = Pick<FestivalEvent, 'capacity' | 'currentRegistrations'>;

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

/** Returns the event with the capacity that it has when its lent seats have ended. */
export const withoutLent = <E extends Pick<Seats, 'capacity'>>(event: E, lent = 0): E => ({
  ...event,
  capacity: Math.max(CAPACITY.min, event.capacity - lent),
});

/** Capacity must not fall below the places taken; `lent` of them have seats that end with them anyway. */
export const whyNotChangeCapacity = (next: number, registered: number, lent = 0): Verdict => {
  if (next >= registered - lent) return null;
  const people = counted(registered, 'person is', 'people are');
  return new Refusal('CAPACITY_TAKEN', `${people} already registered, so the capacity can't be ${next}.`, {
    field: 'capacity',
  });
};

/** Organisers add a seat for somebody whom nobody else's place makes room for. */
export const whyNotAddSeat = ({ capacity }: Pick<Seats, 'capacity'>): Verdict =>
  capacity < CAPACITY.max ? null : new Refusal('EVENT_FULL', `An event has at most ${CAPACITY.max} seats.`);

/** What an event is: its type and its tournament type. */
const GAME_TYPES = { 'board-game': 'board', 'card-game': 'board', 'video-game': 'video', course: null } as const;

export const gameTypeOf = (eventType: EventType): 'board' | 'video' | null => GAME_TYPES[eventType];

export const TOURNAMENT_LABEL: Readonly<Record<TournamentType, string>> = {
  'single-elimination': 'Single elimination',
  'double-elimination': 'Double elimination',
};

/** The tournament type is fixed once the bracket exists; `wanted` undefined leaves it unchanged. */
export const whyNotChangeTournament = (
  present: FestivalEvent['tournamentType'],
  wanted: FestivalEvent['tournamentType'] | undefined,
  bracketDrawn: boolean,
): Verdict =>
  bracketDrawn && wanted !== undefined && wanted !== present
    ? new Refusal('BRACKET_DRAWN', 'The bracket of this event is already drawn, so its tournament type stays.', {
        field: 'tournamentType',
      })
    : null;

const NEXT: Readonly<Record<EventStatus, EventStatus | null>> = {
  upcoming: 'in-progress',
  'in-progress': 'completed',
  completed: null,
};

/** Statuses as shown. */
export const STATUS_WORDS: Readonly<Record<EventStatus, string>> = {
  upcoming: 'upcoming',
  'in-progress': 'in progress',
  completed: 'completed',
};

/** Whether an event starts now where events start by themselves: one that has ended before somebody looked does not. */
export const isDue = (event: Timed & Pick<FestivalEvent, 'status'>, now: string): boolean =>
  event.status === 'upcoming' && startOf(event) <= Date.parse(now) && endOf(event) > Date.parse(now);

/** How long an event may go on after its end before it is completed by itself. */
const GRACE_MS = 15 * MINUTE;

/**
 * Whether an event is completed now where events end by themselves: after its end, late as it is, a tournament once its bracket is decided.
 * Who completes one that gives points looks at them first.
 */
export const isDueToEnd = (event: Clocked & Pick<FestivalEvent, 'tournamentType' | 'points'>, now: string): boolean =>
  event.status === 'in-progress' &&
  event.points === null &&
  (event.tournamentType === null || event.bracketDecided === true) &&
  isEnded(event, new Date(Date.parse(now) - GRACE_MS).toISOString());

export const nextStatus = (status: EventStatus): EventStatus | null => NEXT[status];

/** Returns EVENT_OVER for a completed event, else null. */
export const whyOver = ({ status }: Pick<FestivalEvent, 'status'>): Verdict =>
  status === 'completed' ? new Refusal('EVENT_OVER', 'This event is over.') : null;

/** Allows one step forward or the same status; refuses everything else, naming both. */
export const whyNotMoveTo = (from: EventStatus, to: EventStatus): Verdict => {
  if (from === to || NEXT[from] === to) return null;
  const way =
    from === 'upcoming'
      ? `can't become ${STATUS_WORDS[to]} before it was ${STATUS_WORDS['in-progress']}`
      : `can't go back to ${STATUS_WORDS[to]}`;
  return new Refusal('STATUS_ORDER', `This event is ${STATUS_WORDS[from]} and ${way}.`, { field: 'status' });
};
