/** The programme: its order, its search and its days. */
import { isTooLong } from '#platform/names.ts';
import { festivalDay } from '#platform/time.ts';
import type { EventType, FestivalEvent } from '../contract.ts';

type Timed = { readonly startTime: string };

const byStart = (a: Timed, b: Timed): number => Date.parse(a.startTime) - Date.parse(b.startTime);

/** Returns a sorted copy, soonest first. */
export const sortByStart = <T extends Timed>(items: readonly T[]): T[] => [...items].sort(byStart);

/** Null stands for every type and every day. A day is a festival day as YYYY-MM-DD, or FINISHED. */
export type EventFilter = { readonly q: string; readonly type: EventType | null; readonly day: string | null };

/** The day of completed events. */
export const FINISHED = 'finished';

/**
 * Returns whether `q` is part of title or location, ignoring case; `type` null matches every type. A `q` that is too
 * long matches nothing.
 */
export const matchesFilter = (
  event: Pick<FestivalEvent, 'title' | 'location' | 'eventType'>,
  { q, type }: Pick<EventFilter, 'q' | 'type'>,
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
  // Computing a day costs as much as all the rest, and many events start together.
  const known = new Map<string, string>();
  const dayOf = (start: string): string => {
    const day = known.get(start) ?? festivalDay(start, zone);
    known.set(start, day);
    return day;
  };
  for (const item of sortByStart(items)) {
    const day = dayOf(item.startTime);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
};

export type ProgrammeDay<E> = { readonly day: string; readonly items: readonly E[] };

/** Returns the programme as it is shown: the days from `today` on, then earlier ones, then what is completed. */
export const programmeDays = <E extends Timed & Pick<FestivalEvent, 'status'>>(
  events: readonly E[],
  { zone, today }: { zone: string; today: string },
): ProgrammeDay<E>[] => {
  const days = groupByFestivalDay(
    events.filter(({ status }) => status !== 'completed'),
    zone,
  );
  const finished = sortByStart(events.filter(({ status }) => status === 'completed'));
  return [
    ...days.filter(({ day }) => day >= today),
    ...days.filter(({ day }) => day < today),
    ...(finished.length > 0 ? [{ day: FINISHED, items: finished }] : []),
  ];
};

export type ProgrammeView<E> = {
  /** Days with a match, whichever day is chosen. */
  readonly days: readonly string[];
  /** The chosen day; null for all of them, and for a day that the programme does not have. */
  readonly day: string | null;
  readonly shown: readonly ProgrammeDay<E>[];
};

/** Returns what a filter leaves of the programme. */
export const filterProgramme = <E extends Pick<FestivalEvent, 'title' | 'location' | 'eventType'>>(
  programme: readonly ProgrammeDay<E>[],
  filter: EventFilter,
): ProgrammeView<E> => {
  const found = programme
    .map(({ day, items }) => ({ day, items: items.filter((event) => matchesFilter(event, filter)) }))
    .filter(({ items }) => items.length > 0);
  const day = programme.some((one) => one.day === filter.day) ? filter.day : null;
  return {
    days: found.map((one) => one.day),
    day,
    shown: day === null ? found : found.filter((one) => one.day === day),
  };
};
