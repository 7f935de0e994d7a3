/** Timed work of this slice, run by app/server/main.ts. */

import type { Clocked } from '#database/duties.ts';
import { dropWrongGuesses } from '#features/throttle/store.ts';
import { HOUR } from '#platform/durations.ts';
import { KEY_KEPT_MS, SEEN_MS, SESSION_IDLE_MS, SESSION_LONGEST_MS } from './rules.ts';
import { dropLinks, dropOldKeys, dropOldSessions } from './store.ts';

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
