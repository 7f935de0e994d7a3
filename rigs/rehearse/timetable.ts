/** The festival that is rehearsed: its hours and its programme, computed from its size and its first day. */
import type { NewEvent } from '#features/events/contract.ts';
import { DAY } from '#platform/durations.ts';
import { clockTime, festivalDay, longDay, parseZoned } from '#platform/time.ts';

const FIRST_HOUR = 10;
const LAST_HOUR = 23;
const FESTIVAL_DAYS = 4;
/** Registration opens so many days before. */
const OPENS_BEFORE = 3;
const OPENING_HOURS = [18, 19, 20];
const THURSDAY = 4;

/** What one hour of the festival's time is; `day` is 0 for the evening when registration opens, then 1 to 4. */
export type Hour = { readonly at: string; readonly day: number; readonly name: string };

export type Size = {
  readonly visitors: number;
  readonly events: number;
  /** Of the capacities, which are those of a festival of a thousand. */
  readonly scale: number;
  /** Fake phones of the flood. */
  readonly flood: number;
  readonly streams: number;
  /** Every so many hours of the festival are played. */
  readonly everyHours: number;
};

export const FULL: Size = { visitors: 1000, events: 60, scale: 1, flood: 1700, streams: 60, everyHours: 1 };
export const QUICK: Size = { visitors: 60, events: 20, scale: 0.25, flood: 90, streams: 6, everyHours: 3 };

/** Returns the moment of this hour, so many days after the first day. */
function momentOf(firstDay: string, day: number, hour: number, zone: string): string {
  const date = new Date(Date.parse(`${firstDay}T00:00Z`) + day * DAY).toISOString().slice(0, 10);
  const read = parseZoned(`${date}T${String(hour).padStart(2, '0')}:00`, zone);
  if (!('iso' in read)) throw new Error(`${date} ${hour}:00 ${read.problem}`);
  return read.iso;
}

/** Returns the Thursday of the festival: at least a week away, so that registration opens in the future. */
export function firstDayAfter(now: Date, zone: string): string {
  const from = Date.parse(`${festivalDay(now.toISOString(), zone)}T00:00Z`) + 7 * DAY;
  const ahead = (THURSDAY - new Date(from).getUTCDay() + 7) % 7;
  return new Date(from + ahead * DAY).toISOString().slice(0, 10);
}

export function hoursOf(firstDay: string, zone: string, { everyHours }: Size): Hour[] {
  const at = (day: number, hour: number): Hour => {
    const iso = momentOf(firstDay, day, hour, zone);
    const name = `${longDay(iso, zone).slice(0, 3)} ${clockTime(iso, zone).replace(':00', '')}`;
    return { at: iso, day: Math.max(0, day + 1), name };
  };
  const open = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, n) => FIRST_HOUR + n);
  return [
    ...OPENING_HOURS.map((hour) => at(-OPENS_BEFORE, hour)),
    ...Array.from({ length: FESTIVAL_DAYS }, (_, day) => day).flatMap((day) =>
      open.filter((_, n) => n % everyHours === 0).map((hour) => at(day, hour)),
    ),
  ];
}

const ROOMS = ['Ballroom A', 'Ballroom B', 'Arcade Hall', 'Tide Pool', 'Game Library', 'Sun Deck'];
const KINDS = ['board-game', 'card-game', 'video-game', 'course'] as const;
const CAPACITIES = [12, 20, 30, 45, 80, 120];
const HOSTS = ['Priya', 'Devon', 'Nana Adjoa', 'Tomás', 'Camilo', 'Anneliese'];
const LEAST_SEATS = 4;
/** Every so many events, one is a tournament. */
const TOURNAMENT = 6;

/** The programme in the order of its ids. Events end before the last hour of their day. */
export function programmeOf(firstDay: string, zone: string, { events, scale }: Size): NewEvent[] {
  return Array.from({ length: events }, (_, n) => {
    const isTournament = n % TOURNAMENT === 0;
    const seats = isTournament ? (n % (2 * TOURNAMENT) === 0 ? 32 : 16) : (CAPACITIES[n % CAPACITIES.length] ?? 12);
    return {
      title: `${isTournament ? 'Cup' : 'Table'} ${n + 1}`,
      eventType: KINDS[n % KINDS.length] ?? 'board-game',
      description: 'Sixteen racers, four cups, no mercy. Bring your own wheel.',
      startTime: momentOf(
        firstDay,
        n % FESTIVAL_DAYS,
        FIRST_HOUR + ((Math.floor(n / FESTIVAL_DAYS) * 3 + n) % 10),
        zone,
      ),
      duration: isTournament ? 180 : 90,
      location: ROOMS[n % ROOMS.length] ?? 'Sun Deck',
      host: HOSTS[n % HOSTS.length] ?? 'Priya',
      capacity: Math.max(LEAST_SEATS, Math.round(seats * scale)),
      googleDocUrl: null,
      tournamentType: isTournament ? (n % (2 * TOURNAMENT) === 0 ? 'double-elimination' : 'single-elimination') : null,
    };
  });
}
