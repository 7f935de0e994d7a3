import { DAY } from '#platform/durations.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { festivalDayHeading, parseZoned, zonedInput } from '#platform/time.ts';

export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

/** 'Thursday, Nov 12, 2026' */
export const dayWithYear = (day: string): string => `${festivalDayHeading(day)}, ${day.slice(0, 4)}`;

/** Weekdays stay, and the festival is not moved back. */
export function whyNotFirstDay(former: string, next: string): Verdict {
  const days = daysBetween(former, next);
  if (days > 0 && days % 7 === 0) return null;
  const fits = shiftDay(former, days > 0 ? days + 7 - (days % 7) : 7);
  const says = `The first day was ${dayWithYear(former)}, and weekdays stay. Choose ${dayWithYear(fits)} or a number of weeks later.`;
  return new Refusal('BAD_INPUT', says, { field: 'firstDay' });
}

/** At the same time of the clock; an hour later where daylight saving skips it. */
export function movedStart(iso: string, days: number, zone: string): string {
  const typed = zonedInput(iso, zone);
  const moved = parseZoned(shiftDay(typed.slice(0, 10), days) + typed.slice(10), zone);
  return 'iso' in moved ? moved.iso : new Date(Date.parse(iso) + days * DAY).toISOString();
}
