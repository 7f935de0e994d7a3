/** Timed work of this slice, run by app/server/main.ts. */
import { MINUTE } from '#platform/durations.ts';
import { markDecided } from './commands/decided.ts';

export const markDecidedBrackets = {
  name: 'mark the decided brackets of an earlier release',
  everyMs: MINUTE,
  run: markDecided,
};
