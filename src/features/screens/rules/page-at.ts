/**
 * Which page a screen shows. It goes by the server's clock and nothing else that a wall could have of its own, so all walls of one
 * name show the same.
 */
import type { Screen, ScreenPage } from '../contract.ts';

export type Shown =
  | {
      readonly kind: 'page';
      readonly page: ScreenPage;
      /** How often the playlist was shown before. */
      readonly turn: number;
      /** Milliseconds since the page came. */
      readonly since: number;
    }
  /** Messages fill the wall. */
  | { readonly kind: 'urgent' }
  /** No page has anything to say. */
  | { readonly kind: 'calm' };

export type Facts = {
  readonly hasUrgent: boolean;
  /** `isAsked`: an organiser shows the page now. */
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

/** How long one part of a page is shown at least. */
const PART_MS = 8_000;

/** Which of a page's parts is shown: they share its time, and those that have none of it come in the next turns. */
export function partAt(parts: number, { page, turn, since }: Extract<Shown, { kind: 'page' }>): number {
  if (parts === 0) return 0;
  const slots = Math.max(1, Math.min(parts, Math.floor(msOf(page) / PART_MS)));
  // Whole seconds, at which walls look.
  const each = Math.floor(page.seconds / slots) * 1000;
  return (turn * slots + Math.min(slots - 1, Math.floor(since / each))) % parts;
}
