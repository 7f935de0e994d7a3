import { KINDS } from '#features/brackets/engine/kinds.ts';
import { MINUTE } from '#platform/durations.ts';
import { counted } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { tickerTime } from '#platform/time.ts';
import type { EventStatus, EventType, FestivalEvent, TournamentType } from '../contract.ts';
import { CAPACITY } from '../limits.ts';
import { type Clocked, type Drawable, endOf, isEnded, startOf, type Timed } from './clock.ts';

type Seats = Pick<FestivalEvent, 'capacity' | 'currentRegistrations'>;

export const isFull = ({ capacity, currentRegistrations }: Seats): boolean => currentRegistrations >= capacity;

/** docs/behaviour.md "Programme". Integer arithmetic, to avoid rounding at 75 %. */
export const capacityState = (event: Seats): 'FULL' | 'ALMOST FULL' | 'OPEN' => {
  if (isFull(event)) return 'FULL';
  return event.currentRegistrations * 4 >= event.capacity * 3 ? 'ALMOST FULL' : 'OPEN';
};

/** 0 to 100, rounded down so that 100 means that no place is left. */
export const percentFull = ({ capacity, currentRegistrations }: Seats): number =>
  Math.min(100, Math.floor((currentRegistrations * 100) / capacity));

export const spotsRemaining = ({ capacity, currentRegistrations }: Seats): number =>
  Math.max(0, capacity - currentRegistrations);

export const withoutLent = <E extends Pick<Seats, 'capacity'>>(event: E, lent = 0): E => ({
  ...event,
  capacity: Math.max(CAPACITY.min, event.capacity - lent),
});

/** `lent` of the places have seats that end with them anyway. */
export const whyNotChangeCapacity = (next: number, registered: number, lent = 0): Verdict => {
  if (next >= registered - lent) return null;
  const people = counted(registered, 'person has a place', 'people have places');
  return new Refusal('CAPACITY_TAKEN', `${people} already, so the capacity can't be ${next}.`, {
    field: 'capacity',
  });
};

/** For a person whom nobody else's place makes room for. */
export const whyNotAddSeat = ({ capacity }: Pick<Seats, 'capacity'>): Verdict =>
  capacity < CAPACITY.max ? null : new Refusal('EVENT_FULL', `An event has at most ${CAPACITY.max} places.`);

const GAME_TYPES = { 'board-game': 'board', 'card-game': 'board', 'video-game': 'video', course: null } as const;

export const gameTypeOf = (eventType: EventType): 'board' | 'video' | null => GAME_TYPES[eventType];

export const TOURNAMENT_LABEL = Object.fromEntries(KINDS.map(({ type, label }) => [type, label])) as Readonly<
  Record<TournamentType, string>
>;

/** Fixed once the bracket exists; undefined leaves it unchanged. */
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

export const whyDraft = ({ draft }: Pick<FestivalEvent, 'draft'>): Verdict =>
  draft ? new Refusal('NOT_OPEN', 'This event is a draft: put it into the programme first.') : null;

type Line = Pick<FestivalEvent, 'currentRegistrations' | 'waiting'>;

/** What has people, or has begun, stays in the programme. */
export const whyNotDraft = (
  { draft, status, currentRegistrations, waiting }: Pick<FestivalEvent, 'draft' | 'status' | keyof Line>,
  { hasNumbers }: { readonly hasNumbers: boolean },
): Verdict =>
  draft && (status !== 'upcoming' || currentRegistrations + waiting > 0 || hasNumbers)
    ? new Refusal('NOT_EMPTY', 'People have places in this event, or it has begun, so it stays in the programme.', {
        field: 'draft',
      })
    : null;

/** For visitors. `from`: when they can take places, ISO 8601; null for at once. */
export const whyNotOpen = (
  { draft, lottery }: Pick<FestivalEvent, 'draft'> & Drawable,
  { from, timeZone, now }: { readonly from: string | null; readonly timeZone: string; readonly now: string },
): Verdict => {
  if (draft) return new Refusal('NOT_OPEN', 'This event is not in the programme yet.');
  if (lottery && from === null) return new Refusal('NOT_OPEN', 'Nobody has said yet when the places open.');
  return from !== null && now < from ? new Refusal('NOT_OPEN', `Places open ${tickerTime(from, timeZone)}.`) : null;
};

/** `from`: when visitors can take places. Who asked, or has waited, keeps the way in which they did. */
export const whyNotLottery = (
  { lottery, queue, waiting }: Pick<FestivalEvent, 'lottery' | 'queue' | 'waiting'>,
  { from, now }: { readonly from: string | null; readonly now: string },
): Verdict => {
  const bad = (code: 'NOT_EMPTY' | 'NOT_OPEN' | 'QUEUE', sentence: string) =>
    new Refusal(code, sentence, { field: 'lottery' });
  if (waiting > 0) return bad('NOT_EMPTY', 'People have asked for places, or wait for one, so this stays as it is.');
  if (!lottery) return null;
  if (queue) return bad('QUEUE', 'A queue has no places to draw.');
  return from !== null && from > now
    ? null
    : bad('NOT_OPEN', 'Say in Set up first when places open: they are drawn ten minutes later.');
};

export const whyUndrawn = ({ lottery }: Drawable): Verdict =>
  lottery ? new Refusal('NOT_OPEN', 'The places of this event are not drawn yet.') : null;

/** A queue has no places and no bracket. */
export const whyNotQueue = ({
  queue,
  tournamentType,
  currentRegistrations,
  waiting,
}: Pick<FestivalEvent, 'queue' | 'tournamentType' | 'currentRegistrations' | 'waiting'>): Verdict => {
  if (!queue) return null;
  if (tournamentType !== null) return new Refusal('QUEUE', 'A tournament has no queue.', { field: 'queue' });
  return currentRegistrations + waiting === 0
    ? null
    : new Refusal('QUEUE', 'People have places in this event, or wait for one. Remove them before it gets a queue.', {
        field: 'queue',
      });
};

const NEXT: Readonly<Record<EventStatus, EventStatus | null>> = {
  upcoming: 'in-progress',
  'in-progress': 'completed',
  completed: null,
};

export const STATUS_WORDS: Readonly<Record<EventStatus, string>> = {
  upcoming: 'upcoming',
  'in-progress': 'in progress',
  completed: 'completed',
};

/** Where events start by themselves. An event that has ended by now does not start. */
export const isDue = (event: Timed & Pick<FestivalEvent, 'status' | 'draft'>, now: string): boolean =>
  !event.draft && event.status === 'upcoming' && startOf(event) <= Date.parse(now) && endOf(event) > Date.parse(now);

/** After its end, before an event is completed by itself. */
const GRACE_MS = 15 * MINUTE;

/** 0 by place and 0 for taking part are none. */
export const givesPoints = ({ points }: Pick<FestivalEvent, 'points'>): boolean =>
  points !== null && [points.takingPart, ...points.places].some((number) => number > 0);

/** Where events end by themselves: a tournament once its bracket is decided. Points need a look first. */
export const isDueToEnd = (event: Clocked & Pick<FestivalEvent, 'tournamentType' | 'points'>, now: string): boolean =>
  event.status === 'in-progress' &&
  !givesPoints(event) &&
  (event.tournamentType === null || event.bracketDecided === true) &&
  isEnded(event, new Date(Date.parse(now) - GRACE_MS).toISOString());

export const nextStatus = (status: EventStatus): EventStatus | null => NEXT[status];

export const whyOver = ({ status }: Pick<FestivalEvent, 'status'>): Verdict =>
  status === 'completed' ? new Refusal('EVENT_OVER', 'This event is over.') : null;

export const whyNotMoveTo = (from: EventStatus, to: EventStatus): Verdict => {
  if (from === to || NEXT[from] === to) return null;
  const way =
    from === 'upcoming'
      ? `can't become ${STATUS_WORDS[to]} before it was ${STATUS_WORDS['in-progress']}`
      : `can't go back to ${STATUS_WORDS[to]}`;
  return new Refusal('STATUS_ORDER', `This event is ${STATUS_WORDS[from]} and ${way}.`, { field: 'status' });
};
