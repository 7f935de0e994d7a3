/** How long an admin session lives and how fast passwords may be guessed (behaviour.md section 2). */
import { type Count, countsOfStranger } from '#features/throttle/rules.ts';
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

const FREE_GUESSES = { device: 5, network: 5, devices: 50 } as const;

/** Who tries the password: what the try counts under, the narrowest first, and who takes turns in the queue. */
export type Guessing = {
  readonly counts: readonly [Count, ...Count[]];
  readonly isOrganiser: boolean;
  readonly party: string;
};

/**
 * A device that held a session in the last days counts alone, apart from its network and from the budget of strangers, so
 * that strangers on the hotel's one address cannot shut organisers out.
 */
export function guessingOf(from: {
  mark: string | null;
  visitorId: string | null;
  network: { key: string; wider: string | null };
}): Guessing {
  const { mark, network } = from;
  if (mark !== null) {
    const guesser = `organiser ${mark}`;
    return { counts: [{ guesser, free: FREE_GUESSES.device }], isOrganiser: true, party: guesser };
  }
  const counts = countsOfStranger('', from, FREE_GUESSES);
  return { counts, isOrganiser: false, party: network.wider ?? network.key };
}

export const SHORT_PASSWORD = 12;
