import { DAY } from './durations.ts';
import { parseZoned } from './time.ts';

/** After the festival. */
const DAYS_KEPT = 30;
export const ANSWERS_KEPT = 14;

/**
 * Events before this time keep no emails, or what else is kept for `daysKept`; null while all keep them. Events after the last day count from their own day,
 * so that an outdated last day deletes no emails early.
 */
export function emailsGoneBefore(
  festival: { lastDay: string; timeZone: string },
  now: string,
  daysKept = DAYS_KEPT,
): string | null {
  const morning = new Date(Date.parse(`${festival.lastDay}T05:00Z`) + (1 + daysKept) * DAY);
  const due = parseZoned(morning.toISOString().slice(0, 16), festival.timeZone);
  // No zone skips 05:00; if one did, the next hour is due as well.
  const passed = 'iso' in due ? now >= due.iso : now >= new Date(morning.getTime() + DAY).toISOString();
  return passed ? new Date(Date.parse(now) - daysKept * DAY).toISOString() : null;
}
