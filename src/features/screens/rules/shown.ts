/** By the server's clock and nothing that a wall could have of its own, so all walls of one name show the same. */

import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, isEnded, startOf } from '#features/events/rules/clock.ts';
import { roomOf } from '#features/events/rules/order.ts';
import { HOUR } from '#platform/durations.ts';
import { groupBy } from '#platform/lists.ts';
import { roomKey } from '#platform/names.ts';
import type { Screen, ScreenPage } from '../contract.ts';

/** Nobody waits in the room for a later event. */
const NEAR = 16 * HOUR;
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

/** Soonest first; null for all rooms. */
export function nowAndNext(events: readonly FestivalEvent[], room: string | null, at: string): Omit<RoomNow, 'room'> {
  const open = inRoom(events, room).filter((event) => event.status !== 'completed' && !isEnded(event, at));
  const isNear = (event: FestivalEvent) => startOf(event) - Date.parse(at) <= NEAR;
  return {
    now: open.filter(({ status }) => status === 'in-progress').toSorted(byStart),
    next: open.filter((event) => event.status === 'upcoming' && isNear(event)).toSorted(byStart),
  };
}

export const roomsNow = (events: readonly FestivalEvent[], at: string): RoomNow[] =>
  [...groupBy(events, roomOf).values()]
    .map((held) => ({ room: held[0]?.location ?? '', ...nowAndNext(held, null, at) }))
    .filter(({ now, next }) => now.length + next.length > 0)
    .toSorted((one, other) => one.room.localeCompare(other.room, 'en', { numeric: true }));

/** A past event shows its winners, or nothing. */
export const showsEvent = (event: FestivalEvent, at: string): boolean => {
  if (event.status === 'completed') return event.bracketDrawn && event.bracketDecided;
  return event.bracketDrawn || !isEnded(event, at);
};

/** Of a room or all: those that are played, and those that were won not long ago. */
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

export type Shown =
  | {
      readonly kind: 'page';
      readonly page: ScreenPage;
      readonly turn: number;
      /** Milliseconds since the page came. */
      readonly since: number;
    }
  | { readonly kind: 'urgent' }
  | { readonly kind: 'calm' };

export type Facts = {
  readonly hasUrgent: boolean;
  readonly says: (page: ScreenPage, isAsked: boolean) => boolean;
};

export function pageAt({ pages, now }: Pick<Screen, 'pages' | 'now'>, at: number, { hasUrgent, says }: Facts): Shown {
  if (hasUrgent) return { kind: 'urgent' };
  if (now !== null && says(now, true)) return placeIn([now], at);
  return placeIn(
    pages.filter((page) => says(page, false)),
    at,
  );
}

const msOf = ({ seconds }: ScreenPage): number => seconds * 1000;

function placeIn(pages: readonly ScreenPage[], at: number): Shown {
  const whole = pages.reduce((sum, page) => sum + msOf(page), 0);
  const turn = Math.floor(at / whole);
  let since = at - turn * whole;
  for (const page of pages) {
    if (since < msOf(page)) return { kind: 'page', page, turn, since };
    since -= msOf(page);
  }
  return { kind: 'calm' };
}

const PART_MS = 8_000;

/** Parts share the page's time; those that do not fit come in the next turns. */
export function partAt(parts: number, { page, turn, since }: Extract<Shown, { kind: 'page' }>): number {
  if (parts === 0) return 0;
  const slots = Math.max(1, Math.min(parts, Math.floor(msOf(page) / PART_MS)));
  // Whole seconds, at which walls look.
  const each = Math.floor(page.seconds / slots) * 1000;
  return (turn * slots + Math.min(slots - 1, Math.floor(since / each))) % parts;
}
