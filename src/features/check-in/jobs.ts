/** Timed work of this slice, run by app/server/main.ts. */
import type { Clocked } from '#database/duties.ts';
import { HOUR } from '#platform/durations.ts';
import { TAP_KEPT_MS } from './rules/taps.ts';
import { dropTaps } from './store.ts';

export const dropOldTaps = {
  name: 'drop old taps of doors',
  everyMs: HOUR,
  run: ({ db, now }: Clocked) => dropTaps(db, new Date(now().getTime() - TAP_KEPT_MS).toISOString()),
};
