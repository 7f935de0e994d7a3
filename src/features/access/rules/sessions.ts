/** docs/behaviour.md "Admin sessions". */

import { DAY, HOUR, MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { Refusal } from '#platform/refusal.ts';
import { isOrganiser, type Staff } from '#platform/staff.ts';
import { type Count, countsOfStranger } from './throttle.ts';

export const SESSION_IDLE_MS = 4 * HOUR;
export const SESSION_LONGEST_MS = DAY;
/** So that most requests only read: the last use of a session or device is written at most this often. */
export const SESSION_USE_WRITE_MS = MINUTE;
export const DEVICE_USE_WRITE_MS = HOUR;
export const LINK_WORKS_MS = 15 * MINUTE;
/** Afterwards a used link is reported as unknown. */
export const LINK_REPORTED_MS = DAY;
export const VISITOR_COOKIE_S = 400 * 24 * 3600;
export const ORGANISER_MARK_S = 7 * 24 * 3600;
/** How long an Idempotency-Key repeats the answer, and how long it repeats the cookie. */
export const KEY_KEPT_MS = 48 * HOUR;
export const COOKIE_REPEATED_MS = 10 * MINUTE;

/** The typed word, percent-encoded. */
export const BADGE_WORD_HEADER = 'x-badge-word';

export type Asker = { readonly visitorId: string | null; readonly staff: Staff | null };
export const mayChange = (ownerId: string | null, { visitorId, staff }: Asker): boolean =>
  isOrganiser(staff) || (ownerId !== null && ownerId === visitorId);

export function sessionRuns(session: { createdAt: string; lastSeenAt: string }, now: string): boolean {
  const at = Date.parse(now);
  return (
    at - Date.parse(session.lastSeenAt) < SESSION_IDLE_MS && at - Date.parse(session.createdAt) < SESSION_LONGEST_MS
  );
}

export const shouldWriteLastUse = (used: { lastSeenAt: string }, now: string, oftenMs: number): boolean =>
  Date.parse(now) - Date.parse(used.lastSeenAt) >= oftenMs;

export const linkOver = (link: { usedAt: string | null } | null): Refusal => {
  const anew = 'Ask the person who installed the program for a new one.';
  if (link === null) return new Refusal('LINK_OVER', `This link is unknown here, or it expired long ago. ${anew}`);
  if (link.usedAt !== null) return new Refusal('LINK_OVER', `This link was used already; it works once. ${anew}`);
  return new Refusal('LINK_OVER', `This link has expired; it works for 15 minutes. ${anew}`);
};

const FREE_GUESSES = { device: 5, network: 5, devices: 50 } as const;

/** `party`: as whom the guess queues. Counts are narrowest first. */
export type Guessing = {
  readonly counts: readonly [Count, ...Count[]];
  readonly isOrganiser: boolean;
  readonly party: string;
};

/** A device with a recent session has its own counts, so that strangers at the hotel lock no organiser out. */
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

/** Ids of one hour begin alike, so this is the end. */
export const shortSession = (id: string): string => id.slice(-SHOWN);

/** 'Mira, session d2d5661d', without a name 'session d2d5661d'. */
export const sessionWords = ({ id, name }: { readonly id: string; readonly name: string | null }): string =>
  [...(name === null ? [] : [isolated(name)]), `session ${shortSession(id)}`].join(', ');
