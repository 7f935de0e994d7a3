/** Times of the sample festival's events: on festival.json's days, or around today when those have begun or passed. */
import type { EventStatus } from '#features/events/contract.ts';
import type { Festival } from '#features/festival/contract.ts';
import { MINUTE } from '#platform/durations.ts';
import { festivalDay, parseZoned } from '#platform/time.ts';
import type { SampleEvent } from './contents.ts';

const QUARTER = 15 * MINUTE;

/** Start and end in milliseconds since 1970; the end is the first moment after it. */
export type Timed = {
  readonly event: SampleEvent;
  readonly start: number;
  readonly end: number;
  readonly status: EventStatus;
};

type Calendar = Pick<Festival, 'firstDay' | 'timeZone'>;

export function timetable(programme: readonly SampleEvent[][], { firstDay, timeZone }: Calendar, now: Date): Timed[] {
  const today = festivalDay(now.toISOString(), timeZone);
  const moved = firstDay <= today;
  const opening = moved ? dayAfter(today, -1) : firstDay;
  return programme.flatMap((events, index) =>
    events.map((event) => {
      const running = moved ? event.startedAgo : undefined;
      const start =
        running === undefined
          ? startOn(dayAfter(opening, index), event.at, timeZone)
          : Math.floor(now.getTime() / QUARTER) * QUARTER - running * MINUTE;
      const end = start + event.duration * MINUTE;
      return { event, start, end, status: statusAt(now.getTime(), start, end) };
    }),
  );
}

const statusAt = (now: number, start: number, end: number): EventStatus => {
  if (end <= now) return 'completed';
  return start <= now ? 'in-progress' : 'upcoming';
};

const dayAfter = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** `at` may count past midnight: '24:30' is 00:30 on the next calendar day. */
function startOn(day: string, at: string, zone: string): number {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const clock = [hour % 24, minute].map((number) => String(number).padStart(2, '0')).join(':');
  const typed = parseZoned(`${dayAfter(day, Math.floor(hour / 24))}T${clock}`, zone);
  // If daylight saving skips the time, the event starts at the next existing one.
  const found = 'iso' in typed ? typed : parseZoned(typed.suggestion, zone);
  if (!('iso' in found)) throw new Error(`The sample festival can't start an event on ${day} at ${at}.`);
  return Date.parse(found.iso);
}
