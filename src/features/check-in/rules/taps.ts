/** Without network, taps are sent later and in any order (docs/behaviour.md "The door without network"). */
import { DAY, HOUR } from '#platform/durations.ts';
import { compareNames } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { StaffRsvp, TappedRsvp } from '../contract.ts';
import type { CheckedInBy } from './check-ins.ts';

export type DoorTap = {
  readonly eventId: string;
  readonly title: string;
  /** Null for a walk-in. */
  readonly placeId: string | null;
  readonly playerName: string;
  readonly checksIn: boolean;
  /** Milliseconds of the festival's time. */
  readonly tappedAt: number;
};
type WaitingTap = { readonly id: string; readonly body: DoorTap };

export type DoorRow = StaffRsvp & { readonly waiting?: WaitingTap };

export const isWalkIn = ({ waiting }: DoorRow): boolean => waiting?.body.placeId === null;

export const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Rows as they will be, walk-ins among them by name. */
export function withTaps(rsvps: readonly StaffRsvp[], taps: readonly WaitingTap[]): readonly DoorRow[] {
  if (taps.length === 0) return rsvps;
  const latest = new Map(taps.map((tap) => [tap.body.placeId, tap]));
  const rows = rsvps.map((rsvp): DoorRow => {
    const waiting = latest.get(rsvp.id);
    if (waiting === undefined) return rsvp;
    const { checksIn, tappedAt } = waiting.body;
    const tapped = { ...rsvp, checkedInByName: null, waiting };
    if (checksIn) return { ...tapped, checkedIn: true, checkedInAt: isoOf(tappedAt), checkedInBy: 'staff' };
    return { ...tapped, checkedIn: false, checkedInAt: null, checkedInBy: null };
  });
  for (const waiting of taps.filter(({ body }) => body.placeId === null)) {
    const { eventId, playerName, tappedAt } = waiting.body;
    const at = isoOf(tappedAt);
    const made = {
      checkedIn: true,
      checkedInAt: at,
      checkedInBy: 'staff',
      checkedInByName: null,
      createdAt: at,
    } as const;
    const index = rows.findIndex((other) => compareNames(other.playerName, playerName) >= 0);
    rows.splice(index === -1 ? rows.length : index, 0, { id: waiting.id, eventId, playerName, ...made, waiting });
  }
  return rows;
}

export function warningFor(tap: DoorTap, place: TappedRsvp): string | null {
  const name = place.playerName;
  if (tap.checksIn && !place.checkedIn) return 'Not checked in: another organiser undid it later.';
  if (!tap.checksIn && place.checkedIn) return 'Still checked in: somebody checked them in later.';
  if (place.leftOut) return 'They are checked in, but the bracket was drawn without them.';
  if (name !== tap.playerName) return `They are called ${name} now, and the tap counts.`;
  return null;
}

export type Tap = { readonly checksIn: boolean; readonly madeAt: string };

/** Only the times count: the last undo takes back all check-ins before it; of the others the earliest is the time. */
export function checkedInSince(taps: readonly Tap[]): string | null {
  const undos = taps.filter(({ checksIn }) => !checksIn).map(({ madeAt }) => madeAt);
  const lastUndo = undos.toSorted().at(-1) ?? '';
  const standing = taps.filter(({ checksIn, madeAt }) => checksIn && madeAt >= lastUndo).map(({ madeAt }) => madeAt);
  return standing.toSorted()[0] ?? null;
}

type CheckIn = Pick<StaffRsvp, 'checkedInAt' | 'checkedInBy' | 'checkedInByName'>;

/**
 * It is staff's when their taps set its time: a check-in by another phone at 9:00 becomes theirs by a tap at 9:05, but
 * not by one at 8:55 that an undo has overruled. Taps hold no names: when a late undo lets an older tap decide, its
 * name is unknown.
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

export type SentTap = {
  /** The phone may send a tap again under its id. */
  readonly id: string | null;
  /** By the server's clock, as the phone knows it; null when the tap did not wait. */
  readonly madeAt: string | null;
};

/** A tap that did not wait comes after all `known` ones, which its organiser saw; so does one by a fast clock. */
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

export const whyNotHere = (event: { readonly id: string; readonly title: string }, eventId: string | null): Verdict =>
  eventId === null || eventId === event.id ? null : movedTo(event);
