/**
 * Lifetimes of admin sessions, links and keys, and the counts of password guesses (docs/behaviour.md "Admin sessions").
 */

import { DAY, HOUR, MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { Refusal } from '#platform/refusal.ts';
import { isOrganiser, type Staff } from '#platform/staff.ts';
import { type Count, countsOfStranger } from './throttle.ts';

export const SESSION_IDLE_MS = 4 * HOUR;
export const SESSION_LONGEST_MS = DAY;
/** The last use of a session and of a device is written at most this often, so that most requests only read. */
export const SESSION_USE_WRITE_MS = MINUTE;
export const DEVICE_USE_WRITE_MS = HOUR;
/** Lifetime of a one-time link. */
export const LINK_WORKS_MS = 15 * MINUTE;
/** How long a used link is reported as used rather than unknown. */
export const LINK_REPORTED_MS = DAY;
export const VISITOR_COOKIE_S = 400 * 24 * 3600;
export const ORGANISER_MARK_S = 7 * 24 * 3600;
/** How long an Idempotency-Key repeats the answer, and how long it repeats the cookie. */
export const KEY_KEPT_MS = 48 * HOUR;
export const COOKIE_REPEATED_MS = 10 * MINUTE;

/** The request header with the word that the person typed, in percent-encoding. */
export const BADGE_WORD_HEADER = 'x-badge-word';

export type Claimant = { readonly visitorId: string | null; readonly staff: Staff | null };
/** Whether the caller may change what this visitor owns, or nobody: its owner may, and organisers. */
export const mayChange = (ownerId: string | null, { visitorId, staff }: Claimant): boolean =>
  isOrganiser(staff) || (ownerId !== null && ownerId === visitorId);

/** Times are ISO 8601 UTC. */
export function sessionRuns(session: { createdAt: string; lastSeenAt: string }, now: string): boolean {
  const at = Date.parse(now);
  return (
    at - Date.parse(session.lastSeenAt) < SESSION_IDLE_MS && at - Date.parse(session.createdAt) < SESSION_LONGEST_MS
  );
}

export const shouldWriteLastUse = (used: { lastSeenAt: string }, now: string, oftenMs: number): boolean =>
  Date.parse(now) - Date.parse(used.lastSeenAt) >= oftenMs;

/** Returns why a link opens no session; `link` is its row, if there is one. */
export const linkOver = (link: { usedAt: string | null } | null): Refusal => {
  const anew = 'Ask the person who installed the program for a new one.';
  if (link === null) return new Refusal('LINK_OVER', `This link is unknown here, or it expired long ago. ${anew}`);
  if (link.usedAt !== null) return new Refusal('LINK_OVER', `This link was used already; it works once. ${anew}`);
  return new Refusal('LINK_OVER', `This link has expired; it works for 15 minutes. ${anew}`);
};

const FREE_GUESSES = { device: 5, network: 5, devices: 50 } as const;

/** A password guess: the counts it is added to, narrowest first, and the party it queues as. */
export type Guessing = {
  readonly counts: readonly [Count, ...Count[]];
  readonly isOrganiser: boolean;
  readonly party: string;
};

/**
 * A device that held a session in the last 7 days has counts of its own, apart from its network and the budget of
 * strangers, so that strangers on the hotel's one address cannot lock organisers out.
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

const SHOWN = 8;

/** Returns a session's name in the audit: the end of its id, because ids of one hour begin alike. */
export const shortSession = (id: string): string => id.slice(-SHOWN);

/** 'Mira, session d2d5661d', without a name 'session d2d5661d'. */
export const sessionWords = ({ id, name }: { readonly id: string; readonly name: string | null }): string =>
  [...(name === null ? [] : [isolated(name)]), `session ${shortSession(id)}`].join(', ');
