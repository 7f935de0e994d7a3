import type { Clocked, Duties } from '#database/duties.ts';
import { HOUR } from '#platform/durations.ts';
import { TAP_KEPT_MS } from './rules/taps.ts';
import { dropTaps } from './store.ts';

export const dropOldTaps = {
  name: 'drop old taps of doors',
  everyMs: HOUR,
  run: ({ db, now }: Clocked) => dropTaps(db, new Date(now().getTime() - TAP_KEPT_MS).toISOString()),
};

export const checkInDuties: Duties = {
  jobs: [dropOldTaps],
  cleared: ['door_taps'],
  personal: ['door_taps'],
  erased: ['check_in_alarms'],
};
