/** By the server's clock and nothing that a wall could have of its own, so all walls of one name show the same. */

import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, isEnded } from '#features/events/rules/clock.ts';
import { bySoonest, inRoom } from '#features/events/rules/rooms.ts';
import { HOUR } from '#platform/durations.ts';
import type { Screen, ScreenPage } from '../contract.ts';

const WON = 6 * HOUR;

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
    .toSorted(bySoonest);

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
