/** What is about to begin. Takes the current time as ISO 8601. */
import { HOUR } from '#platform/durations.ts';
import { groupBy } from '#platform/group-by.ts';
import type { FestivalEvent } from '../contract.ts';
import { endOf, startOf } from './clock.ts';
import { roomOf } from './rooms.ts';

export type RoomSoon = { readonly room: string; readonly events: readonly FestivalEvent[] };

/**
 * Returns what begins within 60 minutes and what should have begun and was not started, by room: the room whose first event
 * is next comes first.
 */
export function nextHourByRoom(events: readonly FestivalEvent[], now: string): RoomSoon[] {
  const at = Date.parse(now);
  const soon = events
    .filter((event) => event.status === 'upcoming' && startOf(event) <= at + HOUR && endOf(event) > at)
    .toSorted((one, other) => startOf(one) - startOf(other) || (one.location < other.location ? -1 : 1));
  return [...groupBy(soon, roomOf).values()].map((inRoom) => ({ room: inRoom[0]?.location ?? '', events: inRoom }));
}
