import type { Clocked } from '#database/duties.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { KEY_KEPT_MS, LINK_REPORTED_MS, SESSION_IDLE_MS, SESSION_LONGEST_MS } from './rules/sessions.ts';
import { FORGET_TRIES_MS, minuteBefore } from './rules/throttle.ts';
import { dropLinks, dropOldKeys, dropOldSessions } from './store/callers.ts';
import { dropOldBudgets, dropOldTries } from './store/tries.ts';

export const dropExpiredKeys = {
  name: 'drop expired idempotency keys',
  everyMs: HOUR,
  run: ({ db, now }: Clocked) => dropOldKeys(db, new Date(now().getTime() - KEY_KEPT_MS).toISOString()),
};

export const dropSpentSessions = {
  name: 'drop spent sessions and links',
  everyMs: HOUR,
  async run({ db, now }: Clocked): Promise<void> {
    const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds).toISOString();
    await dropOldSessions(db, { begun: ago(SESSION_LONGEST_MS), used: ago(SESSION_IDLE_MS) });
    await dropLinks(db, ago(LINK_REPORTED_MS));
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
