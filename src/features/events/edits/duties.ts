import type { AtFestival, Duties, DutyContext, JobContext } from '#database/duties.ts';
import { endDue, finishCompletions, startDue } from './commands/status.ts';
import { emptyEvents } from './store.ts';

/** Where the festival says that events start by themselves. */
export const startDueEvents = {
  name: 'start events whose time has come',
  everyMs: 15_000,
  run: async (context: AtFestival & DutyContext) => (context.festival.startsByItself ? startDue(context) : 0),
};

/** Where the festival says that events end by themselves. */
export const endDueEvents = {
  name: 'complete events that have ended',
  everyMs: 15_000,
  run: async (context: JobContext) => (context.festival.endsByItself ? endDue(context) : 0),
};

const finishCompletedEvents = {
  name: 'complete events for good',
  everyMs: 15_000,
  run: finishCompletions,
};

export const eventEditDuties: Duties = {
  jobs: [startDueEvents, endDueEvents, finishCompletedEvents],
  erase: emptyEvents,
};
