/** Timed work of this slice, run by app/server/main.ts. */

import type { Clocked } from '#database/duties.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { KEY_KEPT_MS, SEEN_MS, SESSION_IDLE_MS, SESSION_LONGEST_MS } from './rules/sessions.ts';
import { FORGET_TRIES_MS, minuteBefore } from './rules/throttle.ts';
import { dropLinks, dropOldKeys, dropOldSessions } from './store/callers.ts';
import { dropOldBudgets, dropOldTries, dropWrongGuesses } from './store/tries.ts';

export const dropExpiredKeys = {
  name: 'drop expired idempotency keys',
  everyMs: HOUR,
  run: ({ db, now }: Clocked) => dropOldKeys(db, new Date(now().getTime() - KEY_KEPT_MS).toISOString()),
};

/** Drops expired sessions and links, and old guesses: addresses are kept no longer than needed. */
export const dropSpentSessions = {
  name: 'drop spent sessions, links and guesses',
  everyMs: HOUR,
  async run({ db, now }: Clocked): Promise<void> {
    const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds).toISOString();
    await dropOldSessions(db, { begun: ago(SESSION_LONGEST_MS), used: ago(SESSION_IDLE_MS) });
    await dropLinks(db, ago(SEEN_MS));
    await dropWrongGuesses(db, ago(SEEN_MS));
  },
};

export const dropSpentTries = {
  name: 'drop spent counts of tries',
  everyMs: 10 * MINUTE,
  async run({ db, now }: Clocked): Promise<void> {
    await dropOldTries(db, new Date(now().getTime() - FORGET_TRIES_MS).toISOString());
    await dropOldBudgets(db, minuteBefore(now().toISOString()));
  },
};
