/** Timed work of this slice, run by app/server/main.ts. */
import { MINUTE } from '#platform/durations.ts';
import { backfillDecided } from './commands/decided.ts';

export const backfillDecidedBrackets = {
  name: 'backfill the decided brackets of an earlier release',
  everyMs: MINUTE,
  run: backfillDecided,
};
