import { MINUTE } from '#platform/durations.ts';
import { groupBy } from '#platform/lists.ts';
import { CODE_MINUTES } from '../limits.ts';

/** A wall asked for its name, or an unpaired computer shows a screen: written at most this often. */
export const NOTE_MS = MINUTE / 2;

/** Codes that were made after this time still work. */
export const codesSince = (now: Date): string => new Date(now.getTime() - CODE_MINUTES * MINUTE).toISOString();

export type CodeRow = {
  readonly code: string;
  readonly made_at: string;
  readonly network: string;
  readonly polled_at: string | null;
};

/**
 * Of the network with the most codes: first one that no wall has asked for in the last minute, then the oldest; never
 * the newest of all. 520 requests of a stranger so end the stranger's own codes, even when each is asked for.
 */
export function codesToDrop(rows: readonly CodeRow[], most: number, now: Date): string[] {
  const isShown = ({ polled_at }: CodeRow) => polled_at !== null && now.getTime() - Date.parse(polled_at) <= MINUTE;
  const left = rows.toSorted((one, other) => one.made_at.localeCompare(other.made_at));
  const newest = left.at(-1);
  const dropped: string[] = [];
  while (left.length > Math.max(1, most)) {
    const counts = groupBy(left, ({ network }) => network);
    const codesBeside = ({ network }: CodeRow) => counts.get(network)?.length ?? 0;
    const old = left.filter((row) => row !== newest);
    const crowded = Math.max(...old.map(codesBeside));
    const own = old.filter((row) => codesBeside(row) === crowded);
    const worst = own.find((row) => !isShown(row)) ?? own[0];
    if (worst === undefined) break;
    left.splice(left.indexOf(worst), 1);
    dropped.push(worst.code);
  }
  return dropped;
}

const RESERVED: readonly string[] = ['ceremony'];

/** The last part of its address. */
export const isScreenName = (name: string): boolean => /^[a-z0-9-]{1,40}$/.test(name) && !RESERVED.includes(name);

/** `/display/NAME`; null for any other address. */
export function screenNameIn(path: string): string | null {
  const [, name = ''] = /^\/display\/([^/]+)\/?$/.exec(path) ?? [];
  return isScreenName(name) ? name : null;
}
