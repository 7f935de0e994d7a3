/** docs/behaviour.md "Rehearsals" */
import { DAY } from '#platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';
import { clockTime, longDay } from '#platform/time.ts';

/** A mistyped year could not be taken back. */
export const MOST_AHEAD_MS = 400 * DAY;

/** `stored`: from the database; null for none. */
type Start = { readonly isOn: boolean; readonly isNew: boolean; readonly stored: string | null };

export function whyNotStart({ isOn, isNew, stored }: Start): string | null {
  if (!isOn && stored !== null)
    return 'This database belongs to a rehearsal. Set REHEARSAL=on, or choose another one in DATABASE_URL.';
  if (isOn && stored === null && !isNew)
    return 'REHEARSAL=on needs a database of its own, and this one has a festival. Choose an empty one in DATABASE_URL.';
  return null;
}

/** Throws for a time that has passed or is too far away. */
export function aheadAt(to: string, clock: { readonly machine: number; readonly aheadMs: number }): number {
  const ahead = Date.parse(to) - clock.machine;
  if (ahead < clock.aheadMs)
    throw new Refusal('BAD_INPUT', 'The festival’s clock has passed that time; it only goes forward.', { field: 'to' });
  if (ahead > MOST_AHEAD_MS)
    throw new Refusal('BAD_INPUT', 'That time is more than 400 days away; nothing could take that back.', {
      field: 'to',
    });
  return ahead;
}

/** 'Friday, Nov 14, 10:00 AM' */
export const shownTime = (now: Date, zone: string): string => {
  const iso = now.toISOString();
  return `${longDay(iso, zone)}, ${clockTime(iso, zone)}`;
};
