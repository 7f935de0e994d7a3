/** What is on in a room, and what comes next there. */
import { HOUR } from '#platform/durations.ts';
import { groupBy } from '#platform/lists.ts';
import { roomKey } from '#platform/names.ts';
import { clockTime, festivalDay, festivalDayShort } from '#platform/time.ts';
import type { FestivalEvent } from '../contract.ts';
import { endOf, isEnded, startOf } from './clock.ts';
import { roomOf } from './order.ts';

/** Nobody waits in the room for a later event. */
const NEAR = 16 * HOUR;

export type RoomNow = {
  readonly room: string;
  readonly now: readonly FestivalEvent[];
  readonly next: readonly FestivalEvent[];
};

export const bySoonest = (one: FestivalEvent, other: FestivalEvent): number =>
  startOf(one) - startOf(other) || (one.title < other.title ? -1 : 1);

export const inRoom = (events: readonly FestivalEvent[], room: string | null): readonly FestivalEvent[] =>
  room === null ? events : events.filter((event) => roomOf(event) === roomKey(room));

/** Soonest first; null for all rooms. */
export function nowAndNext(events: readonly FestivalEvent[], room: string | null, at: string): Omit<RoomNow, 'room'> {
  const open = inRoom(events, room).filter((event) => event.status !== 'completed' && !isEnded(event, at));
  const isNear = (event: FestivalEvent) => startOf(event) - Date.parse(at) <= NEAR;
  return {
    now: open.filter(({ status }) => status === 'in-progress').toSorted(bySoonest),
    next: open.filter((event) => event.status === 'upcoming' && isNear(event)).toSorted(bySoonest),
  };
}

export const roomsNow = (events: readonly FestivalEvent[], at: string): RoomNow[] =>
  [...groupBy(events, roomOf).values()]
    .map((held) => ({ room: held[0]?.location ?? '', ...nowAndNext(held, null, at) }))
    .filter(({ now, next }) => now.length + next.length > 0)
    .toSorted((one, other) => one.room.localeCompare(other.room, 'en', { numeric: true }));

/** '3:25 PM', or 'Fri 14, 9:00 AM' where it is another day. */
export function startWords(event: FestivalEvent, now: string, zone: string): string {
  const starts = new Date(startOf(event)).toISOString();
  const day = festivalDay(starts, zone);
  const time = clockTime(starts, zone);
  return day === festivalDay(now, zone) ? time : `${festivalDayShort(day)}, ${time}`;
}

/** ', until 5:00 PM', or nothing when it should be over. */
export const untilWords = (event: FestivalEvent, now: string, zone: string): string =>
  endOf(event) > Date.parse(now) ? `, until ${clockTime(new Date(endOf(event)).toISOString(), zone)}` : '';

/** The whole festival day of a room, soonest first. */
export const todayIn = (
  events: readonly FestivalEvent[],
  room: string,
  { at, zone }: { readonly at: string; readonly zone: string },
): readonly FestivalEvent[] =>
  inRoom(events, room)
    .filter(({ startTime }) => festivalDay(startTime, zone) === festivalDay(at, zone))
    .toSorted(bySoonest);
