/** Timed work of this slice, run by app/server/main.ts. */
import type { AtFestival, Clocked, DutyContext } from '#database/duties.ts';
import { finishDeletions, startDue } from './commands.ts';

export const finishDeletedEvents = {
  name: 'delete events for good',
  everyMs: 15_000,
  run: (context: Clocked) => finishDeletions(context),
};

/** Where the festival says that events start by themselves. */
export const startDueEvents = {
  name: 'start events whose time has come',
  everyMs: 15_000,
  run: async (context: AtFestival & DutyContext) => (context.festival.startsByItself ? startDue(context) : 0),
};
