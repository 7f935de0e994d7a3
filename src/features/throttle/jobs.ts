/** Timed work of this slice, run by app/server/main.ts. */
import type { Clocked } from '#database/duties.ts';
import { MINUTE } from '#platform/durations.ts';
import { FORGET_TRIES_MS, minuteBefore } from './rules.ts';
import { dropOldBudgets, dropOldTries } from './store.ts';

export const dropSpentTries = {
  name: 'drop spent counts of tries',
  everyMs: 10 * MINUTE,
  async run({ db, now }: Clocked): Promise<void> {
    await dropOldTries(db, new Date(now().getTime() - FORGET_TRIES_MS).toISOString());
    await dropOldBudgets(db, minuteBefore(now().toISOString()));
  },
};
