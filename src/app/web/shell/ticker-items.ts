import type { FestivalEvent } from '#features/events/contract.ts';

const AT_MOST = 10;

/** Returns the next ten events that have not begun at `now` (ISO), soonest first. */
export const tickerItems = (events: readonly FestivalEvent[], now: string): FestivalEvent[] =>
  events
    .filter((event) => Date.parse(event.startTime) > Date.parse(now))
    .sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime) || a.title.localeCompare(b.title, 'en'))
    .slice(0, AT_MOST);
