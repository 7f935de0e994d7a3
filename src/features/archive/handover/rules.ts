import { DAY } from '#platform/durations.ts';
import { looseKey } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { festivalDayHeading, parseZoned, zonedInput } from '#platform/time.ts';

/** Without case, spaces and punctuation, which differ between keyboards: Sam's Fair, sams fair. */
export const isTypedName = (typed: string, name: string): boolean =>
  typed.trim() !== '' && looseKey(typed) === looseKey(name);

export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY;

const written = (day: string): string => `${festivalDayHeading(day)}, ${day.slice(0, 4)}`;

/** The weekdays must stay, and the festival is not moved back. */
export function whyNotFirstDay(former: string, next: string): Verdict {
  const refuse = (says: string): Refusal => new Refusal('BAD_INPUT', says, { field: 'firstDay' });
  const days = daysBetween(former, next);
  if (days <= 0) return refuse(`The first day must be after ${written(former)}.`);
  const over = days % 7;
  if (over === 0) return null;
  const fitting = [shiftDay(next, -over), shiftDay(next, 7 - over)].filter((day) => day > former);
  return refuse(
    `${written(next)} is another weekday than ${written(former)}. Choose ${fitting.map(written).join(' or ')}.`,
  );
}

/** At the same time of the clock; a time that daylight saving skips becomes the next one. */
export function movedStart(iso: string, days: number, zone: string): string {
  const typed = zonedInput(iso, zone);
  const moved = parseZoned(shiftDay(typed.slice(0, 10), days) + typed.slice(10), zone);
  if ('iso' in moved) return moved.iso;
  const later = parseZoned(moved.suggestion, zone);
  return 'iso' in later ? later.iso : new Date(Date.parse(iso) + days * DAY).toISOString();
}
