/** A delay moves no planned time. */
import { HOUR, MINUTE } from '#platform/durations.ts';
import { groupBy } from '#platform/lists.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { EventChange, FestivalEvent } from '../contract.ts';
import { roomOf } from './order.ts';
import { sortByStart } from './programme.ts';
import { whyOver } from './status.ts';

/** How far away a late event may be, and how far a delay reaches. */
const NEAR = 12 * HOUR;

type Planned = Pick<FestivalEvent, 'id' | 'startTime' | 'duration' | 'location' | 'status' | 'lateMinutes'>;

const plannedStart = ({ startTime }: Pick<Planned, 'startTime'>): number => Date.parse(startTime);
const plannedEnd = (event: Planned): number => plannedStart(event) + event.duration * MINUTE;
const freeAfter = (event: Planned, minutes: number): number => plannedEnd(event) + minutes * MINUTE;

/** Live events and those around now can be late; all others can be edited. */
export const whyNotSayLate = (event: Pick<Planned, 'startTime' | 'status'>, now: string): Verdict => {
  const over = whyOver(event);
  if (over !== null) return over;
  if (event.status === 'in-progress' || Math.abs(plannedStart(event) - Date.parse(now)) <= NEAR) return null;
  return new Refusal(
    'NOT_TODAY',
    'Only what is live, or planned within 12 hours of now, can be late. Edit the start time instead.',
  );
};

export const followersOf = <E extends Planned>(event: Planned, events: readonly E[]): E[] =>
  sortByStart(
    events.filter(
      (other) =>
        other.id !== event.id &&
        other.status === 'upcoming' &&
        plannedStart(other) >= plannedEnd(event) &&
        plannedStart(other) <= plannedStart(event) + NEAR &&
        roomOf(other) === roomOf(event),
    ),
  );

/** Also of events that would follow a shorter one: of 09:00 in the Library also that of the 10:00 event there. */
export const withFollowers = (of: readonly Planned[], events: readonly Planned[]): string[] => [
  ...new Set(of.flatMap((event) => [event, ...followersOf({ ...event, duration: 0 }, events)]).map(({ id }) => id)),
];

/** By the id of each late event that changes: what follows it where it was, and where it will be. */
export function followersOfChanges(
  changes: readonly { readonly event: Planned; readonly change: EventChange }[],
  programme: readonly Planned[],
): ReadonlyMap<string, readonly string[]> {
  const planned = changes.map(({ event, change }) => ({ ...event, ...change }) as Planned);
  const byRoom = groupBy([...programme, ...planned], roomOf);
  const late = changes.filter(({ event }) => event.lateMinutes > 0);
  return new Map(
    late.map(({ event, change }) => [
      event.id,
      [event, { ...event, location: change.location ?? event.location }].flatMap((planned) =>
        withFollowers([planned], byRoom.get(roomOf(planned)) ?? []),
      ),
    ]),
  );
}

type Timing = Pick<Planned, 'duration' | 'lateMinutes'>;

export const followersOfEither = <E extends Planned>(event: Planned, { duration }: Timing, events: readonly E[]): E[] =>
  followersOf({ ...event, duration: Math.min(event.duration, duration) }, events);

/** Only followers that change. A gap takes up its part of the delay. A follower said to be later than that stays so. */
export function latenessAfter(
  event: Planned,
  { duration, lateMinutes }: Timing,
  followers: readonly Planned[],
): ReadonlyMap<string, number> {
  const late = new Map<string, number>();
  const passed: Planned[] = [];
  const lateBy = (next: Planned, first: Planned, minutesOf: (planned: Planned) => number): number => {
    const earlier = [first, ...passed].filter((planned) => plannedEnd(planned) <= plannedStart(next));
    const free = Math.max(...earlier.map((planned) => freeAfter(planned, minutesOf(planned))));
    return Math.max(0, Math.ceil((free - plannedStart(next)) / MINUTE));
  };
  for (const next of followers) {
    const was = lateBy(next, event, (planned) => planned.lateMinutes);
    const is = lateBy(
      next,
      { ...event, duration, lateMinutes },
      (planned) => late.get(planned.id) ?? planned.lateMinutes,
    );
    late.set(next.id, next.lateMinutes === was ? is : Math.max(next.lateMinutes, is));
    passed.push(next);
  }
  return new Map(
    followers.flatMap(({ id, lateMinutes: was }) => {
      const is = late.get(id) ?? was;
      return is === was ? [] : [[id, is] as const];
    }),
  );
}
