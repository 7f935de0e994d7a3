/** What is on in the rooms of the festival, and what comes next. */
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, isEnded, startOf } from '#features/events/rules/clock.ts';
import { roomOf } from '#features/events/rules/rooms.ts';
import { HOUR } from '#platform/durations.ts';
import { groupBy } from '#platform/group-by.ts';
import { roomKey } from '#platform/names.ts';

/** What is further away is not next: nobody waits for it in the room. */
const NEAR = 16 * HOUR;
/** For so long a wall shows who won. */
const WON = 6 * HOUR;

export type RoomNow = {
  readonly room: string;
  readonly now: readonly FestivalEvent[];
  readonly next: readonly FestivalEvent[];
};

const byStart = (one: FestivalEvent, other: FestivalEvent): number =>
  startOf(one) - startOf(other) || (one.title < other.title ? -1 : 1);

const inRoom = (events: readonly FestivalEvent[], room: string | null): readonly FestivalEvent[] =>
  room === null ? events : events.filter((event) => roomOf(event) === roomKey(room));

/** Returns what is on in a room and what comes next, soonest first; null for all rooms. */
export function nowAndNext(events: readonly FestivalEvent[], room: string | null, at: string): Omit<RoomNow, 'room'> {
  const open = inRoom(events, room).filter((event) => event.status !== 'completed' && !isEnded(event, at));
  const isNear = (event: FestivalEvent) => startOf(event) - Date.parse(at) <= NEAR;
  return {
    now: open.filter(({ status }) => status === 'in-progress').toSorted(byStart),
    next: open.filter((event) => event.status === 'upcoming' && isNear(event)).toSorted(byStart),
  };
}

/** Returns the rooms with something on or near, by name. */
export const roomsNow = (events: readonly FestivalEvent[], at: string): RoomNow[] =>
  [...groupBy(events, roomOf).values()]
    .map((held) => ({ room: held[0]?.location ?? '', ...nowAndNext(held, null, at) }))
    .filter(({ now, next }) => now.length + next.length > 0)
    .toSorted((one, other) => one.room.localeCompare(other.room, 'en', { numeric: true }));

/** Whether an event has something to show: what is over shows its winners, or nothing. */
export const showsEvent = (event: FestivalEvent, at: string): boolean => {
  if (event.status === 'completed') return event.bracketDrawn && event.bracketDecided;
  return event.bracketDrawn || !isEnded(event, at);
};

/** Returns the tournaments of a room, or of all, that are played, and those that were won not long ago. */
export const tournamentsIn = (
  events: readonly FestivalEvent[],
  room: string | null,
  at: string,
): readonly FestivalEvent[] =>
  inRoom(events, room)
    .filter((event) => {
      const isWon = event.status === 'completed' || event.bracketDecided;
      if (event.tournamentType === null || !showsEvent(event, at)) return false;
      return isWon ? endOf(event) + WON > Date.parse(at) : event.bracketDrawn || event.status === 'in-progress';
    })
    .toSorted(byStart);
