/** Timed work of this slice, run by app/server/main.ts. */
import { finishCompletions } from './commands/completions.ts';

export const finishCompletedEvents = {
  name: 'complete events for good',
  everyMs: 15_000,
  run: finishCompletions,
};
