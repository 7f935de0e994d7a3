/**
 * Taps at the door: check-ins and undos by organisers, each with the time it was made. A phone without network sends them
 * later, so they arrive in any order (docs/behaviour.md "The door without network").
 */
import { DAY, HOUR } from '#platform/durations.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { StaffRsvp } from '../contract.ts';
import type { CheckedInBy } from './check-ins.ts';

export type Tap = { readonly checksIn: boolean; readonly madeAt: string };

/**
 * Returns since when these taps check a place in, or null. Only the times count, not the order of the list: the last undo
 * takes back every check-in made before it, and of the others the earliest is the time.
 */
export function checkedInSince(taps: readonly Tap[]): string | null {
  const undos = taps.filter(({ checksIn }) => !checksIn).map(({ madeAt }) => madeAt);
  const lastUndo = undos.toSorted().at(-1) ?? '';
  const standing = taps.filter(({ checksIn, madeAt }) => checksIn && madeAt >= lastUndo).map(({ madeAt }) => madeAt);
  return standing.toSorted()[0] ?? null;
}

type CheckIn = Pick<StaffRsvp, 'checkedInAt' | 'checkedInBy' | 'checkedInByName'>;

/**
 * Returns whose the check-in is after this tap, which somebody called `name` made. It is the organisers' when their taps set
 * its time. One by another phone at 9:00 becomes theirs by a tap at 9:05, but not by one at 8:55 that an undo has overruled.
 * Taps hold no names: when an undo that arrives late lets an older tap decide, its name is not known.
 */
export function checkedInBy(
  { checkedInAt, checkedInBy: by, checkedInByName }: CheckIn,
  since: string | null,
  { checksIn, madeAt, name }: Tap & { readonly name: string | null },
): { by: CheckedInBy; name: string | null } {
  if (by === null || since === null || since !== checkedInAt)
    return { by: 'staff', name: checksIn && madeAt === since ? name : null };
  return by === 'code' && checksIn && madeAt >= since ? { by: 'staff', name } : { by, name: checkedInByName };
}

/** A tap may wait this long for a network. */
export const TAP_WAITS_MS = DAY;
/** Longer, so that a phone whose answer was lost still hears that its tap counted. */
export const TAP_KEPT_MS = 2 * TAP_WAITS_MS;

export const whyTooOld = (tap: SentTap, now: string): Verdict =>
  tap.madeAt !== null && Date.parse(now) - Date.parse(tap.madeAt) > TAP_WAITS_MS
    ? new Refusal('GONE', `Not applied: the tap is more than ${TAP_WAITS_MS / HOUR} hours old.`)
    : null;

/** A tap as a phone sends it. */
export type SentTap = {
  /** The phone may send a tap again under its id; null in calls without one. */
  readonly id: string | null;
  /** When it was made by the server's clock, as the phone knows it; null when it did not wait. */
  readonly madeAt: string | null;
};

/**
 * Returns when a tap was made. The organiser of a tap that did not wait saw all `known` taps, so it comes after them, as does one of
 * the future: a phone's clock was wrong.
 */
export function madeAt(tap: SentTap, known: readonly Tap[], now: string): string {
  if (tap.madeAt !== null && tap.madeAt <= now) return tap.madeAt;
  const latest = Math.max(0, ...known.map((tap) => Date.parse(tap.madeAt)));
  return new Date(Math.max(Date.parse(now), latest + 1)).toISOString();
}

type Sought = { readonly eventId: string | null; readonly isEventThere: boolean };

export const noSuchPlace = ({ eventId, isEventThere }: Sought): Refusal =>
  new Refusal(
    'NOT_FOUND',
    eventId === null || isEventThere ? 'This place was cancelled.' : 'This event was cancelled.',
  );

export const movedTo = (event: { readonly title: string } | null): Refusal =>
  new Refusal('CHANGED_MEANWHILE', `This place was moved to ${event?.title ?? 'another event'}.`);

/** A place that was moved is not checked in at its new event by a tap at the old one's door. */
export const whyNotHere = (event: { readonly id: string; readonly title: string }, eventId: string | null): Verdict =>
  eventId === null || eventId === event.id ? null : movedTo(event);
