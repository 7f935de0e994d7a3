/** Phones that never answer: anybody can name an address that takes a connection and says nothing. */
import { DAY } from '#platform/durations.ts';

/** Addresses that one push service left unanswered, while it has answered none at all. */
export const MOST_SILENT = 100;
/** Addresses of one network that were never reached, tried or not. A hotel is one network. */
export const MOST_UNREACHED = 1000;

/** Sends that one push service has left unanswered at a time; then it gets no more until it answers or their time is over. */
export const MOST_UNANSWERED = 5;

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
