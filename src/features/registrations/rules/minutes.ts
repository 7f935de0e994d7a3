import { MINUTE } from '#platform/durations.ts';
import type { PerMinute } from '../contract.ts';
import { WATCHED_MINUTES } from './bursts.ts';

/**
 * Returns how many of these times fall into each of the last 180 minutes, oldest first; the last one is the current
 * minute.
 */
export function countPerMinute(times: readonly number[], now: number): PerMinute[] {
  const current = Math.floor(now / MINUTE);
  const first = current - WATCHED_MINUTES + 1;
  const counts = Array.from({ length: WATCHED_MINUTES }, () => 0);
  for (const at of times) {
    const minute = Math.floor(at / MINUTE) - first;
    if (minute >= 0 && minute < WATCHED_MINUTES) counts[minute] = (counts[minute] ?? 0) + 1;
  }
  return counts.map((places, index) => ({ at: new Date((first + index) * MINUTE).toISOString(), places }));
}
