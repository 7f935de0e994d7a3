import { MINUTE } from '#platform/durations.ts';
import { isolated, nameKey } from '#platform/names.ts';
import { clockTime, festivalDay } from '#platform/time.ts';
import type { FestivalEvent } from '../contract.ts';
import { endOf, isOver, overlap, startOf, type Timed } from './clock.ts';
import type { Between } from './filters.ts';
import { groupByFestivalDay } from './programme.ts';

type Held = Timed & Pick<FestivalEvent, 'id' | 'status'>;
type Entry<E> = { readonly rsvp: { readonly playerName: string }; readonly event: E; readonly startTime: string };

/** Null for everybody's places. */
export const overlapping = <T extends Entry<Held>>(
  schedule: readonly T[],
  event: Timed & { readonly id: string },
  person: string | null,
): T[] => {
  const key = person === null ? null : nameKey(person);
  return schedule.filter(
    ({ rsvp, event: other }) =>
      other.id !== event.id &&
      other.status !== 'completed' &&
      (key === null || nameKey(rsvp.playerName) === key) &&
      overlap(other, event),
  );
};

/** 'Chess before coffee until 11:30 AM', or from when, if it begins after the other event. */
export const overlapWords = (held: Timed & { title: string }, event: Timed, zone: string): string =>
  startOf(held) > startOf(event)
    ? `${isolated(held.title)} from ${clockTime(new Date(startOf(held)).toISOString(), zone)}`
    : `${isolated(held.title)} until ${clockTime(new Date(endOf(held)).toISOString(), zone)}`;

/** 'Overlaps with Karaoke, 9:00 PM; Kart Cup, 9:30 PM' */
export const overlapNote = (events: readonly Pick<FestivalEvent, 'title' | 'startTime'>[], zone: string): string =>
  `Overlaps with ${events.map(({ title, startTime }) => `${isolated(title)}, ${clockTime(startTime, zone)}`).join('; ')}`;

/** Besides festival days (YYYY-MM-DD). */
export const GROUPS = { now: 'Now', next: 'Next', earlier: 'Earlier today' } as const;

/** Free time of 45 minutes or more just before it. */
type WithGap<T> = T & { readonly gap: Between | null };
export type ScheduleGroup<T> = { readonly day: string; readonly items: readonly WithGap<T>[] };

const SHORTEST_GAP = 45 * MINUTE;
/** A gap that has begun is shown from a multiple of this, so that it does not change at every look. */
const GAP_STEP = 5 * MINUTE;

export function stateAt(
  event: Held & Pick<FestivalEvent, 'bracketDrawn' | 'bracketDecided'>,
  { zone, now }: { zone: string; now: string },
): 'over' | 'now' | 'coming' {
  if (isOver(event, now)) return 'over';
  const isToday = festivalDay(event.startTime, zone) === festivalDay(now, zone);
  if (event.status === 'in-progress' && isToday) return 'now';
  if (startOf(event) > Date.parse(now)) return 'coming';
  return isToday || endOf(event) > Date.parse(now) ? 'now' : 'over';
}

export function scheduleGroups<T extends Entry<Held & Pick<FestivalEvent, 'bracketDrawn' | 'bracketDecided'>>>(
  schedule: readonly T[],
  { zone, now }: { zone: string; now: string },
): ScheduleGroup<T>[] {
  const at = Date.parse(now);
  const today = festivalDay(now, zone);
  const inState = (state: ReturnType<typeof stateAt>) =>
    schedule.filter(({ event }) => stateAt(event, { zone, now }) === state);
  const running = inState('now');
  const coming = withGaps(inState('coming'), running, { zone, at });
  const isNext = ({ startTime }: { startTime: string }) =>
    startTime === coming[0]?.startTime && festivalDay(startTime, zone) === today;
  const over = inState('over').map((entry) => ({ ...entry, gap: null }));
  const group = (day: string, items: readonly WithGap<T>[]) => (items.length === 0 ? [] : [{ day, items }]);
  return [
    ...group('next', coming.filter(isNext)),
    ...group(
      'now',
      running.map((entry) => ({ ...entry, gap: null })),
    ),
    ...groupByFestivalDay(
      coming.filter((entry) => !isNext(entry)),
      zone,
    ),
    ...groupByFestivalDay(over, zone).flatMap(({ day, items }) => group(day === today ? 'earlier' : day, items)),
  ];
}

/** Time is free from now on, and between two entries of one festival day. */
function withGaps<T extends Entry<Held>>(
  coming: readonly T[],
  running: readonly T[],
  { zone, at }: { zone: string; at: number },
): WithGap<T>[] {
  let day = festivalDay(new Date(at).toISOString(), zone);
  let freeFrom = Math.max(Math.ceil(at / GAP_STEP) * GAP_STEP, ...running.map(({ event }) => endOf(event)));
  return coming.map((entry) => {
    const start = startOf(entry.event);
    const ownDay = festivalDay(entry.startTime, zone);
    const isGap = ownDay === day && start - freeFrom >= SHORTEST_GAP;
    const gap = isGap ? { from: new Date(freeFrom).toISOString(), to: new Date(start).toISOString() } : null;
    freeFrom = Math.max(freeFrom, endOf(entry.event));
    day = ownDay;
    return { ...entry, gap };
  });
}
