/** When home begins with the visitor's own day (docs/behaviour.md "The day's home"). */
import { HOUR } from '#platform/durations.ts';
import { festivalDay } from '#platform/time.ts';
import type { FestivalEvent } from '../contract.ts';
import { endOf, isEnded, type Timed } from './clock.ts';

const BEFORE = 6 * HOUR;

type Clocked = Timed & Pick<FestivalEvent, 'status' | 'bracketDrawn' | 'bracketDecided'>;

/** Returns whether it is later than six hours before the first event, and the last has not ended. */
export function isDayHome(events: readonly Clocked[], { zone, now }: { zone: string; now: string }): boolean {
  const at = Date.parse(now);
  if (!events.some(({ startTime }) => Date.parse(startTime) - BEFORE <= at)) return false;
  // An undecided tournament has no end, so a forgotten one counts until its festival day is over.
  const goesOn = (event: Clocked): boolean =>
    endOf(event) > at || (!isEnded(event, now) && festivalDay(event.startTime, zone) === festivalDay(now, zone));
  return events.some((event) => event.status !== 'completed' && goesOn(event));
}
