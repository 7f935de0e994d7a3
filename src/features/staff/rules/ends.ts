import { DAY, HOUR } from '#platform/durations.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { endOfFestivalDay, festivalDay } from '#platform/time.ts';
import { LONGEST_DAYS } from '../limits.ts';

/** How long helpers clear up after their event. */
const AFTER_EVENT_MS = 2 * HOUR;

/** Returns the end of the festival day that `now` is in. */
const endOfDay = (now: Date, zone: string): Date => endOfFestivalDay(festivalDay(now.toISOString(), zone), zone);

/** Returns when a link ends unless somebody says otherwise: two hours after the event, or with the festival day. */
export function suggestedEnd(eventEnd: number | null, now: Date, zone: string): string {
  const latest = now.getTime() + LONGEST_DAYS * DAY;
  const end = eventEnd === null ? endOfDay(now, zone).getTime() : eventEnd + AFTER_EVENT_MS;
  const suggested = end > now.getTime() ? end : endOfDay(now, zone).getTime();
  return new Date(Math.min(suggested, latest)).toISOString();
}

/** Returns why a link may not end then; times are ISO 8601 UTC. */
export function whyNotEnd(endsAt: string, now: Date): Verdict {
  const bad = (problem: string) => new Refusal('BAD_INPUT', `The end ${problem}.`, { field: 'endsAt' });
  if (Date.parse(endsAt) <= now.getTime()) return bad('has passed');
  return Date.parse(endsAt) > now.getTime() + LONGEST_DAYS * DAY ? bad(`is more than ${LONGEST_DAYS} days away`) : null;
}
