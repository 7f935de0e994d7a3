/** What the staff list shows of taps that wait for a network, and what it says of those that did not come out as tapped. */
import { compareNames } from '#platform/names.ts';
import type { StaffRsvp, TappedRsvp } from '../contract.ts';

/** A tap as the phone keeps it. */
export type DoorTap = {
  readonly eventId: string;
  /** The event's title, for what is said later. */
  readonly title: string;
  /** Null for a walk-in. */
  readonly placeId: string | null;
  readonly playerName: string;
  readonly checksIn: boolean;
  /** Milliseconds by the phone's clock. */
  readonly tappedAt: number;
};
/** `sent`: a request was begun with it, so that the server may have it. */
export type WaitingTap = DoorTap & { readonly id: string; readonly sent: boolean };

/** A row of the staff list; `waiting` is its latest tap that is not sent. */
export type DoorRow = StaffRsvp & { readonly waiting?: WaitingTap };

export const isWalkIn = ({ waiting }: DoorRow): boolean => waiting?.placeId === null;

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns the rows as they will be when the taps are sent, walk-ins among them by name. */
export function withTaps(rsvps: readonly StaffRsvp[], taps: readonly WaitingTap[]): readonly DoorRow[] {
  if (taps.length === 0) return rsvps;
  const latest = new Map(taps.map((tap) => [tap.placeId, tap]));
  const rows = rsvps.map((rsvp): DoorRow => {
    const waiting = latest.get(rsvp.id);
    if (waiting === undefined) return rsvp;
    const { checksIn, tappedAt } = waiting;
    if (checksIn) return { ...rsvp, checkedIn: true, checkedInAt: isoOf(tappedAt), checkedInBy: 'staff', waiting };
    return { ...rsvp, checkedIn: false, checkedInAt: null, checkedInBy: null, waiting };
  });
  for (const waiting of taps.filter(({ placeId }) => placeId === null)) {
    const { id, eventId, playerName, tappedAt } = waiting;
    const at = isoOf(tappedAt);
    const row = {
      id,
      eventId,
      playerName,
      checkedIn: true,
      checkedInAt: at,
      checkedInBy: 'staff',
      createdAt: at,
    } as const;
    const index = rows.findIndex((other) => compareNames(other.playerName, playerName) >= 0);
    rows.splice(index === -1 ? rows.length : index, 0, { ...row, waiting });
  }
  return rows;
}

/**
 * The clock can be set, `steady` (milliseconds since the page was opened) cannot. `madeAt` is the steady time of the tap,
 * undefined for one of an earlier page or another tab.
 */
export type Clocks = { readonly now: number; readonly steady: number; readonly madeAt?: number | undefined };

/** Returns how many milliseconds ago a tap was made. The steady clock may stop while the phone sleeps. */
export function ageOf(tappedAt: number, { now, steady, madeAt }: Clocks): number {
  const age = now - tappedAt;
  if (madeAt !== undefined) return Math.max(age, steady - madeAt);
  // A tap of the future: the clock was set back. It was made before this page.
  return age < 0 ? steady : age;
}

/** Ages strictly decrease, so taps keep their order when the clock is set back; minimum 1 ms. */
export function agesInOrder(taken: readonly number[]): number[] {
  const ages: number[] = [];
  for (const age of taken.toReversed()) ages.unshift(Math.max(Math.ceil(age), (ages[0] ?? 0) + 1));
  return ages;
}

/** Returns a warning when the outcome differs from the tap, or null. */
export function warningFor(tap: DoorTap, place: TappedRsvp): string | null {
  const name = place.playerName;
  if (tap.checksIn && !place.checkedIn) return 'Not checked in: another organiser undid it later.';
  if (!tap.checksIn && place.checkedIn) return 'Still checked in: somebody checked them in later.';
  if (place.leftOut) return 'They are checked in, but the bracket was drawn without them.';
  if (name !== tap.playerName) return `They are called ${name} now, and the tap counts.`;
  return null;
}
