import { HOUR } from '#platform/durations.ts';
import { festivalDay, zonedInput } from '#platform/time.ts';
import type { FestivalEvent } from '../contract.ts';
import { endOf, isOver, startOf } from './clock.ts';

type Timed = { readonly startTime: string };

/** Equal ones keep their order; `byStart` in order.ts also sorts by id, as the server sends them. */
export const sortByStart = <T extends Timed>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));

export const TONIGHT = 'tonight';
export const FINISHED = 'finished';
export const NOW = 'now';
export const NEXT_HOUR = 'next-hour';

export const SECTION_NAMES: Readonly<Record<string, string>> = {
  [TONIGHT]: 'Tonight',
  [NOW]: 'Now',
  [NEXT_HOUR]: 'Next hour',
  [FINISHED]: 'Finished',
};

/** YYYY-MM-DD, soonest first. A festival day ends at 05:00. */
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

/** YYYY-MM-DD, or TONIGHT, NOW, NEXT_HOUR or FINISHED. */
export type ProgrammeDay<E> = { readonly day: string; readonly items: readonly E[] };

export type Programme<E> = {
  /** Tonight, running or starting soon. These events are also in their day. */
  readonly current: readonly ProgrammeDay<E>[];
  readonly days: readonly ProgrammeDay<E>[];
};

type At = { readonly zone: string; readonly now: string };
type Dated = Timed & Pick<FestivalEvent, 'status'>;
type Current = Dated & Pick<FestivalEvent, 'duration' | 'bracketDrawn' | 'bracketDecided' | 'lateMinutes'>;

export const programmeDays = <E extends Dated>(
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

const NIGHT = { from: 17, to: 5 };

/** Begins this festival day, which ends at 05:00, from 17:00 on, and has not begun. */
function isTonight({ status, startTime }: Dated, { zone, now }: At): boolean {
  if (status !== 'upcoming' || startTime <= now || festivalDay(startTime, zone) !== festivalDay(now, zone))
    return false;
  const hour = Number(zonedInput(startTime, zone).slice(11, 13));
  return hour >= NIGHT.from || hour < NIGHT.to;
}

export const currentEvents = <E extends Current>(events: readonly E[], { zone, now }: At): ProgrammeDay<E>[] => {
  const at = Date.parse(now);
  const today = festivalDay(now, zone);
  const runs = (event: E): boolean => {
    const { status, startTime } = event;
    if (isOver(event, now)) return false;
    if (status === 'upcoming' && startOf(event) > at) return false;
    const isInItsTime = startOf(event) <= at && endOf(event) > at;
    // Undecided tournaments have no end, and an organiser may start any event before its day.
    return isInItsTime || festivalDay(startTime, zone) === today;
  };
  const startsSoon = (event: E): boolean => {
    const start = startOf(event);
    return event.status === 'upcoming' && start > at && start <= at + HOUR;
  };
  return [
    { day: TONIGHT, items: sortByStart(events.filter((event) => isTonight(event, { zone, now }))) },
    { day: NOW, items: sortByStart(events.filter(runs)) },
    { day: NEXT_HOUR, items: sortByStart(events.filter(startsSoon)) },
  ].filter(({ items }) => items.length > 0);
};

export const programmeAt = <E extends Current>(events: readonly E[], { zone, now }: At): Programme<E> => ({
  current: currentEvents(events, { zone, now }),
  days: programmeDays(events, { zone, today: festivalDay(now, zone) }),
});

export type ProgrammeView<E> = {
  readonly current: readonly string[];
  readonly days: readonly string[];
  /** Null for all sections, and for one that the programme does not have. */
  readonly day: string | null;
  readonly shown: readonly ProgrammeDay<E>[];
};

const keepMatching = <E>(groups: readonly ProgrammeDay<E>[], test: (event: E) => boolean): ProgrammeDay<E>[] =>
  groups.map(({ day, items }) => ({ day, items: items.filter(test) })).filter(({ items }) => items.length > 0);

export const filterProgramme = <E>(
  programme: Programme<E>,
  day: string | null,
  test: (event: E) => boolean,
): ProgrammeView<E> => {
  const [soon, found] = [keepMatching(programme.current, test), keepMatching(programme.days, test)];
  const [current, days] = [soon, found].map((groups) => groups.map((group) => group.day)) as [string[], string[]];
  if ([...programme.current, ...programme.days].some((one) => one.day === day)) {
    return { current, days, day, shown: [...soon, ...found].filter((one) => one.day === day) };
  }
  // Tonight is shown when it is asked for.
  const above = soon.filter((group) => group.day !== TONIGHT);
  const isAbove = new Set(above.flatMap(({ items }) => items));
  return { current, days, day: null, shown: [...above, ...keepMatching(found, (event) => !isAbove.has(event))] };
};
