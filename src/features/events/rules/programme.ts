/** The programme: its order, its search and its days. */
import { isTooLong } from '#platform/names.ts';
import { festivalDay } from '#platform/time.ts';
import type { EventType, FestivalEvent } from '../contract.ts';

type Timed = { readonly startTime: string };

const byStart = (a: Timed, b: Timed): number => Date.parse(a.startTime) - Date.parse(b.startTime);

/** Returns a sorted copy, soonest first. */
export const sortByStart = <T extends Timed>(items: readonly T[]): T[] => [...items].sort(byStart);

export type EventFilter = { readonly q: string; readonly type: EventType | null };

/**
 * Returns whether `q` is part of title or location, ignoring case; `type` null matches every type. A `q` that is too
 * long matches nothing.
 */
export const matchesFilter = (
  event: Pick<FestivalEvent, 'title' | 'location' | 'eventType'>,
  { q, type }: EventFilter,
): boolean => {
  if (isTooLong(q) || (type !== null && event.eventType !== type)) return false;
  const wanted = q.trim().toLowerCase();
  return event.title.toLowerCase().includes(wanted) || event.location.toLowerCase().includes(wanted);
};

/** Returns groups of one festival day each (`day` as YYYY-MM-DD), soonest first. A festival day ends at 05:00. */
export const groupByFestivalDay = <T extends Timed>(
  items: readonly T[],
  zone: string,
): { day: string; items: T[] }[] => {
  const days: { day: string; items: T[] }[] = [];
  for (const item of sortByStart(items)) {
    const day = festivalDay(item.startTime, zone);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
};
