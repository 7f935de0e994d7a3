import type { AtFestival, Clocked, Duties, DutyContext, JobContext } from '#database/duties.ts';
import { endDue, finishDeletions, startDue } from './commands.ts';
import * as store from './store.ts';

/** Timed work of this slice, run by app/server/main.ts. */
const finishDeletedEvents = {
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

/** Where the festival says that events end by themselves. */
export const endDueEvents = {
  name: 'complete events that have ended',
  everyMs: 15_000,
  run: async (context: JobContext) => (context.festival.endsByItself ? endDue(context) : 0),
};

export const eventDuties: Duties = {
  jobs: [finishDeletedEvents, startDueEvents, endDueEvents],
  live: [{ topic: 'events', isFamily: false, short: false, read: (db, _, ids) => store.listEvents(db, ids) }],
  archived: { key: 'events', table: 'events', read: store.readEvents, write: store.writeEvents },
  cleared: ['events'],
  anonymise: store.anonymiseHosts,
};
