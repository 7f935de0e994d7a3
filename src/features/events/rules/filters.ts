/** What of the programme a visitor wants to see. Everything here is kept in the address. */
import { MINUTE } from '#platform/durations.ts';
import { timeRange } from '#platform/time.ts';
import type { EventType, FestivalEvent } from '../contract.ts';
import { closedWord, endOf, overlap, startOf, type Timed } from './clock.ts';
import { type Searched, searchIn } from './search.ts';
import { spotsRemaining } from './seats.ts';

/** How many seats a visitor can ask for: as many as one may take. */
export const SEATS_WANTED: readonly number[] = [1, 2, 3, 4, 5, 6];

/** A stretch of time, ISO 8601 UTC. */
export type Between = { readonly from: string; readonly to: string };

export type EventFilter = {
  readonly q: string;
  /** Null stands for every type. */
  readonly type: EventType | null;
  /** A festival day as YYYY-MM-DD, or FINISHED; null for all. */
  readonly day: string | null;
  /** Only events that still take so many people; 0 for all events. */
  readonly seats: number;
  /** Only events beside this device's places, or those that lie within a stretch of time. */
  readonly fits: 'mine' | Between | null;
};

type Filtered = Searched &
  Timed &
  Pick<FestivalEvent, 'eventType' | 'status' | 'capacity' | 'currentRegistrations' | 'bracketDrawn' | 'bracketDecided'>;

/** Events that this device has places in, and the time as ISO 8601. */
type Against = { readonly mine: readonly Timed[]; readonly now: string };

/** Returns a test for what the filter keeps, of whichever day. */
export function keeps(
  events: readonly Searched[],
  { q, type, seats, fits }: Omit<EventFilter, 'day'>,
  { mine, now }: Against,
): (event: Filtered) => boolean {
  const isFound = searchIn(events, q);
  return (event) =>
    (type === null || event.eventType === type) &&
    spotsRemaining(event) >= seats &&
    (fits === null || isFree(event, fits, mine)) &&
    ((seats === 0 && fits === null) || closedWord(event, now) === null) &&
    isFound(event);
}

const isFree = (event: Timed, fits: 'mine' | Between, mine: readonly Timed[]): boolean =>
  fits === 'mine' ? !mine.some((one) => overlap(one, event)) : isWithin(event, fits);

function isWithin(event: Timed, { from, to }: Between): boolean {
  return startOf(event) >= Date.parse(from) && endOf(event) <= Date.parse(to);
}

const compact = (iso: string): string => `${iso.replace(/[-:]/g, '').slice(0, 13)}Z`;

/** '20251114T1930Z-20251114T2100Z', the form in an address. */
export const writeBetween = ({ from, to }: Between): string => `${compact(from)}-${compact(to)}`;

const MOMENT = String.raw`(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z`;
const BETWEEN = new RegExp(`^${MOMENT}-${MOMENT}$`);

/** '2:30–4:00 PM', in the festival's zone. */
export const betweenWords = ({ from, to }: Between, zone: string): string =>
  timeRange(from, (Date.parse(to) - Date.parse(from)) / MINUTE, zone);

/** Parses what `writeBetween` wrote; null for anything else. */
export function readBetween(written: string): Between | null {
  const parts = BETWEEN.exec(written)?.slice(1);
  if (parts === undefined) return null;
  const momentAt = (first: number) => {
    const [year, month, day, hour, minute] = parts.slice(first, first + 5);
    return `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
  };
  const [from, to] = [momentAt(0), momentAt(5)];
  return Date.parse(from) < Date.parse(to) ? { from, to } : null;
}
