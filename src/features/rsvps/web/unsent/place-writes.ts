/** Writes of places and waiting entries that wait for the network: their shape, for how long they wait, and what forms say of it. */
import { HOUR } from '#platform/durations.ts';
import { isTimeSure, now } from '#platform/web/clock.ts';
import { NoConnection } from '#platform/web/connection.ts';
import type { Ended, Unsent } from '#platform/web/unsent.ts';
import { useUnsent } from '#platform/web/use-unsent.ts';
import type { Registration } from '../../contract.ts';

export const PLACE = 'place';

/** `join` and `leave` are about the waiting list. */
export type Act = 'register' | 'join' | 'cancel' | 'leave';

export type PlaceWrite = Registration & {
  /** Several who are registered, or wait, together; `playerName` then lists them. */
  readonly playerNames?: string[] | undefined;
  readonly isFriend?: boolean | undefined;
  readonly act: Act;
  /** The event's when the write was made, for what a notice says. */
  readonly title: string;
  readonly startTime: string;
  /** The place or entry that is given up. */
  readonly placeId?: string;
  /** Whether the device had a place or entry then: the server knew its visitor. */
  readonly known: boolean;
};

export const peopleOf = ({ playerName, playerNames = [playerName] }: PlaceWrite): string[] => playerNames;

export type UnsentPlace = Unsent<PlaceWrite>;
export type EndedPlace = Ended<PlaceWrite>;

/** Returns this device's writes that wait and those that ended, in the order they were made. */
export const useUnsentPlaces = () => useUnsent<PlaceWrite>(PLACE);

/** It was not tried, so that the server cannot have it. */
export class NotTried extends NoConnection {}

const LONGEST_MS = 2 * HOUR;

export const NO_CONNECTION = 'No connection. We will send this when you are back online';
export const howLong = (): string => `${isTimeSure() ? `for ${LONGEST_MS / HOUR} hours or ` : ''}until it starts`;
export const HAS_BEGUN = 'No connection. This event has begun, so nothing can wait for it.';

/** Returns until when a write may wait; null for an event that has begun. Where the time is not sure, the server decides that. */
export function waitsUntil(startTime: string): string | null {
  if (!isTimeSure()) return startTime;
  if (Date.parse(startTime) <= now()) return null;
  return new Date(Math.min(Date.parse(startTime), now() + LONGEST_MS)).toISOString();
}
