/** Phones that never answer: anybody can name an address that takes a connection and says nothing. */
import { DAY, SECOND } from '#platform/durations.ts';

/** Addresses that one push service left unanswered, while it has answered none at all. */
export const MOST_SILENT = 100;
/** Addresses of one network that were never reached, tried or not. A hotel is one network. */
export const MOST_UNREACHED = 3000;

/** Who has not answered in this time holds up nobody: strangers may name push services that are silent. */
export const PROMPT_MS = 500;
/** Sends that one push service has left unanswered, while it reaches no phone and while it does; then it gets no more. */
const MOST_UNANSWERED = { silent: 5, slow: 100 };
/** A slow push service reaches one within this time. */
const SLOW_MS = 2 * SECOND;

export type OnTheWay = { readonly since: number; readonly host: string };

/** Returns the push services that get nothing more for now. Times are of one clock in milliseconds. */
export function silentHosts(
  waiting: readonly OnTheWay[],
  reachedAt: ReadonlyMap<string, number>,
  now: number,
): string[] {
  const counts = new Map<string, number>();
  for (const { host, since } of waiting) if (now - since >= PROMPT_MS) counts.set(host, (counts.get(host) ?? 0) + 1);
  const mostOf = (host: string) =>
    now - (reachedAt.get(host) ?? Number.NEGATIVE_INFINITY) <= SLOW_MS ? MOST_UNANSWERED.slow : MOST_UNANSWERED.silent;
  return [...counts].filter(([host, count]) => count >= mostOf(host)).map(([host]) => host);
}

const MOST_FAILURES = 10;

type Failing = { readonly failed: number; readonly failedSince: string };

/**
 * Whether a phone that was not reached, ten times in a row over a day, is gone: while others at its push service were reached, the service
 * was not away. `othersReachedAt` is when the last of them was.
 */
export const isGone = ({ failed, failedSince }: Failing, othersReachedAt: string | null, now: Date): boolean =>
  failed >= MOST_FAILURES &&
  now.getTime() - Date.parse(failedSince) >= DAY &&
  othersReachedAt !== null &&
  othersReachedAt > failedSince;
