/** A zone's offsets from UTC, for those who do not have its rules: calendar apps, and browsers that are older than them. */
import { DAY, MINUTE } from './durations.ts';
import { type Offsets, zonedInput } from './time.ts';

const WEEK = 7 * DAY;

/** Minutes east of UTC. */
export const offsetAt = (moment: number, zone: string): number => {
  const minute = Math.floor(moment / MINUTE) * MINUTE;
  return (Date.parse(`${zonedInput(new Date(minute).toISOString(), zone)}Z`) - minute) / MINUTE;
};

/** Returns the moments at which the zone's offset changes between two moments. Offsets last longer than a week. */
export function changesBetween(from: number, to: number, zone: string): number[] {
  const changes: number[] = [];
  for (let week = from; week < to; week += WEEK) {
    let [before, after] = [week, Math.min(week + WEEK, to)];
    const offset = offsetAt(before, zone);
    if (offsetAt(after, zone) === offset) continue;
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
      if (offsetAt(middle, zone) === offset) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

/** Returns the zone's offsets from the year before these years to the year after them. */
export function offsetsAround(years: readonly number[], zone: string): Offsets {
  const from = Date.UTC(Math.min(...years) - 1, 0, 1);
  const until = Date.UTC(Math.max(...years) + 2, 0, 1);
  const moments = [from, ...changesBetween(from, until, zone)];
  return { changes: moments.map((moment) => [moment, offsetAt(moment, zone)] as const), until };
}

/**
 * The newest names of the time zone database with the day of their release: browsers from before refuse them. A test finds further ones.
 */
const NEWEST_ZONES: ReadonlyMap<string, string> = new Map([['America/Coyhaique', '2025-03-22']]);
const YOUNG_MS = 2 * 365 * DAY;

/** Returns what an operator should know of a zone that browsers of two years ago do not; null for others. */
export function whyYoung(zone: string, now: Date): string | null {
  const since = NEWEST_ZONES.get(zone);
  if (since === undefined || now.getTime() - Date.parse(since) >= YOUNG_MS) return null;
  return `timeZone ${zone} has existed since ${since}. Devices that were not updated since do not know it: the pages show its times there too, other apps may not.`;
}
