/** Timed work of this slice, run by app/server/main.ts. */
import type { Clocked } from '#database/duties.ts';
import { finishDeletions } from './commands.ts';

export const finishDeletedEvents = {
  name: 'delete events for good',
  everyMs: 15_000,
  run: (context: Clocked) => finishDeletions(context),
};
