/** What the strip of the day's home says (docs/behaviour.md "The day's home"). */
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, startOf } from '#features/events/rules/clock.ts';
import { stateAt } from '#features/events/rules/schedule.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { placesByEvent, type ScheduleEntry } from '#features/rsvps/rules.ts';
import type { Standing } from '#features/scores/rules/standings.ts';
import { counted, ordinal } from '#platform/numbers.ts';
import { clockTime, festivalDay, festivalDayShort } from '#platform/time.ts';

type At = { readonly zone: string; readonly now: string };

export type Thing = {
  readonly event: FestivalEvent;
  readonly places: readonly Rsvp[];
  readonly state: 'now' | 'coming';
};

/** Returns this device's events that are not over, each once: first what runs, then the others by start. */
export function comingThings(entries: readonly ScheduleEntry<FestivalEvent>[], at: At): Thing[] {
  const things = placesByEvent(entries).flatMap(({ event, places }): Thing[] => {
    const state = stateAt(event, at);
    return state === 'over' ? [] : [{ event, places, state }];
  });
  const order = ({ event, state }: Thing) => (state === 'now' ? 0 : startOf(event));
  return things.toSorted((one, other) => order(one) - order(other));
}

/** 'Now, until 5:00 PM', '3:00 PM', or 'Sat 15, 10:00 AM' for another festival day. */
export function whenWords({ event, state }: Pick<Thing, 'event' | 'state'>, { zone, now }: At): string {
  const endsAt = endOf(event);
  if (state === 'now') {
    return endsAt > Date.parse(now) ? `Now, until ${clockTime(new Date(endsAt).toISOString(), zone)}` : 'Now';
  }
  const day = festivalDay(event.startTime, zone);
  const time = clockTime(event.startTime, zone);
  return day === festivalDay(now, zone) ? time : `${festivalDayShort(day)}, ${time}`;
}

/**
 * '12 points, 3rd'; of several accounts '12, 3rd: Rosa' and '5, 9th: Gus', for a line each. Nobody has a rank without points.
 * `frozenAt`: the time of frozen standings, 'at 4:00 PM'.
 */
export function pointsLines(
  mine: readonly Pick<Standing, 'name' | 'score' | 'rank'>[],
  frozenAt: string | null = null,
): string[] {
  if (mine.length === 0) return ['No points yet'];
  const lines = mine.map(({ name, score, rank }) => {
    const points = mine.length === 1 ? counted(score, 'point') : score.toLocaleString('en-US');
    const place = score > 0 ? `${points}, ${ordinal(rank)}` : points;
    return mine.length === 1 ? place : `${place}: ${name}`;
  });
  return frozenAt === null ? lines : [...lines, `at ${frozenAt}`];
}
