import type { FestivalEvent } from '../contract.ts';
import { startOf } from './clock.ts';

const AT_MOST = 10;

/** Returns the next ten events that have not begun at `now` (ISO) and are not completed, soonest first. */
export const tickerItems = <E extends Pick<FestivalEvent, 'startTime' | 'lateMinutes' | 'title' | 'status'>>(
  events: readonly E[],
  now: string,
): E[] => {
  const from = Date.parse(now);
  const coming = events
    .filter(({ status }) => status !== 'completed')
    .map((event) => ({ event, at: event.status === 'upcoming' ? startOf(event) : Date.parse(event.startTime) }))
    .filter(({ at }) => at > from)
    .sort((a, b) => a.at - b.at);
  // Titles are slow to compare, so only those of the last that fit are.
  const until = coming[AT_MOST - 1]?.at ?? Number.POSITIVE_INFINITY;
  return coming
    .filter(({ at }) => at <= until)
    .sort((a, b) => a.at - b.at || a.event.title.localeCompare(b.event.title, 'en'))
    .slice(0, AT_MOST)
    .map(({ event }) => event);
};
