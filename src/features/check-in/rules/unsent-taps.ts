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
  /** Milliseconds of the festival's time. */
  readonly tappedAt: number;
};
type WaitingTap = { readonly id: string; readonly body: DoorTap };

/** A row of the staff list; `waiting` is its latest tap that is not sent. */
export type DoorRow = StaffRsvp & { readonly waiting?: WaitingTap };

export const isWalkIn = ({ waiting }: DoorRow): boolean => waiting?.body.placeId === null;

export const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns the rows as they will be when the taps are sent, walk-ins among them by name. */
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

/** Returns a warning when the outcome differs from the tap, or null. */
export function warningFor(tap: DoorTap, place: TappedRsvp): string | null {
  const name = place.playerName;
  if (tap.checksIn && !place.checkedIn) return 'Not checked in: another organiser undid it later.';
  if (!tap.checksIn && place.checkedIn) return 'Still checked in: somebody checked them in later.';
  if (place.leftOut) return 'They are checked in, but the bracket was drawn without them.';
  if (name !== tap.playerName) return `They are called ${name} now, and the tap counts.`;
  return null;
}
