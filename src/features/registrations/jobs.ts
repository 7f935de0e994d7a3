/** Timed work of this slice, run by app/server/main.ts. */
import { MINUTE } from '#platform/durations.ts';
import { forgetRemovals } from './commands.ts';

export const dropOldRemovals = {
  name: 'delete removals that can no longer be undone',
  everyMs: MINUTE,
  run: forgetRemovals,
};
