/** Timed work of this slice, run by app/server/main.ts. */
import type { Clocked } from '#database/duties.ts';
import { FORGET_TRIES_MS, minuteBefore } from './rules.ts';
import { dropOldBudgets, dropOldTries } from './store.ts';

const TEN_MINUTES = 600_000;

export const dropSpentTries = {
  name: 'drop spent counts of tries',
  everyMs: TEN_MINUTES,
  async run({ db, now }: Clocked): Promise<void> {
    await dropOldTries(db, new Date(now().getTime() - FORGET_TRIES_MS).toISOString());
    await dropOldBudgets(db, minuteBefore(now().toISOString()));
  },
};
