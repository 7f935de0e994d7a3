import type { Clocked, Duties } from '#database/duties.ts';
import { HOUR } from '#platform/durations.ts';
import { extendableSince } from './rules.ts';
import { dropEnded } from './store.ts';

const dropEndedHelpers = {
  name: 'drop helpers whose time is over',
  everyMs: HOUR,
  run: ({ db, now }: Clocked) => dropEnded(db, extendableSince(now())),
};

export const staffDuties: Duties = {
  jobs: [dropEndedHelpers],
  personal: ['helpers', 'helper_desks'],
};
