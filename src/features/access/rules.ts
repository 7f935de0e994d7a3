/** How long an admin session lives and how fast passwords may be guessed (behaviour.md section 2). */
import { Refusal } from '#platform/refusal.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const SESSION_IDLE_MS = 4 * HOUR;
export const SESSION_LONGEST_MS = 24 * HOUR;
/** A session's last use is written down at most this often: most requests then only read. */
export const SESSION_NOTE_MS = MINUTE;
/** A one-time link works this long. */
export const LINK_WORKS_MS = 15 * MINUTE;
/** How long organisers see wrong guesses, and who opens a used link is told that it was used. */
export const SEEN_MS = 24 * HOUR;
export const VISITOR_COOKIE_S = 400 * 24 * 3600;
export const ORGANISER_MARK_S = 7 * 24 * 3600;
/** An answer to an Idempotency-Key is repeated this long, and the cookie that went with it this long. */
export const KEY_KEPT_MS = 48 * HOUR;
export const COOKIE_REPEATED_MS = 10 * MINUTE;

/** Times are ISO 8601 UTC. */
export function sessionRuns(session: { createdAt: string; lastSeenAt: string }, now: string): boolean {
  const at = Date.parse(now);
  return (
    at - Date.parse(session.lastSeenAt) < SESSION_IDLE_MS && at - Date.parse(session.createdAt) < SESSION_LONGEST_MS
  );
}

export const sessionIsToBeNoted = (session: { lastSeenAt: string }, now: string): boolean =>
  Date.parse(now) - Date.parse(session.lastSeenAt) >= SESSION_NOTE_MS;

/** Why a link opens nothing; `link` is what is known of it. */
export const linkOver = (link: { usedAt: string | null } | null): Refusal => {
  const anew = 'Make a new one on the server with npm run admin-link.';
  if (link === null) return new Refusal('LINK_OVER', `This link is not known here, or it is long over. ${anew}`);
  if (link.usedAt !== null) return new Refusal('LINK_OVER', `This link was used already; it works once. ${anew}`);
  return new Refusal('LINK_OVER', `This link has run out; it works for 15 minutes. ${anew}`);
};

export type Guesser = 'address' | 'device' | 'organiser';
/** What tries are counted by, and how many of them are free. */
export type Count = { readonly guesser: string; readonly free: number };

const FREE_GUESSES = 5;
/** Of all devices behind one address together: whoever takes a new cookie for every five tries wins nothing. */
const FREE_OF_DEVICES = 50;

/**
 * Everything a try counts for; who it is comes first. A device that held a session lately has a count of its own alone, so
 * that strangers on the hotel's one address cannot shut organisers out.
 */
export function countsOf(from: {
  mark: string | null;
  visitorId: string | null;
  address: string;
}): [Count, ...Count[]] {
  const { mark, visitorId, address } = from;
  if (mark !== null) return [{ guesser: `organiser ${mark}`, free: FREE_GUESSES }];
  if (visitorId === null) return [{ guesser: `address ${address}`, free: FREE_GUESSES }];
  return [
    { guesser: `device ${visitorId}`, free: FREE_GUESSES },
    { guesser: `devices ${address}`, free: FREE_OF_DEVICES },
  ];
}

/** Who guessed, from the limiter's own key; of devices only that they are one, of an address the address. */
export function readGuesser(guesser: string): { from: Guesser; address: string | null } {
  const [kind = '', rest = ''] = guesser.split(/ (.*)/s);
  if (kind === 'device' || kind === 'organiser') return { from: kind, address: null };
  return { from: 'address', address: rest };
}

const LONGEST_WAIT_S = 30;
/** After an hour without a wrong guess the count begins again. */
export const FORGET_GUESSES_MS = HOUR;

export type Guesses = { failures: number; nextAt: string; lastAt: string };

/** Seconds to wait before the next try after so many wrong ones: some are free, then 1, 2, 4 … 30. */
export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_WAIT_S, 2 ** (failures - free));

/**
 * May this guesser try now? A try is counted as wrong before the password is looked at, so that many at once gain
 * nothing; the right password clears the count. Returns the new count, or the seconds to wait.
 */
export function countGuess(
  known: Guesses | null,
  now: string,
  free: number,
): { next: Guesses } | { waitSeconds: number } {
  const at = Date.parse(now);
  const current = known !== null && at - Date.parse(known.lastAt) < FORGET_GUESSES_MS ? known : null;
  if (current !== null && Date.parse(current.nextAt) > at) {
    return { waitSeconds: Math.ceil((Date.parse(current.nextAt) - at) / 1000) };
  }
  const failures = (current?.failures ?? 0) + 1;
  const nextAt = new Date(at + waitAfter(failures, free) * 1000).toISOString();
  return { next: { failures, nextAt, lastAt: now } };
}

export const SHORT_PASSWORD = 12;
