import type { Clocked, Duties } from '#database/duties.ts';
import { finishDeletions } from './commands.ts';
import * as store from './store.ts';

const finishDeletedEvents = {
  name: 'delete events for good',
  everyMs: 15_000,
  run: (context: Clocked) => finishDeletions(context),
};

export const eventDuties: Duties = {
  jobs: [finishDeletedEvents],
  live: [
    // Before `events`, whose family it is of.
    { topic: 'events:admin', isFamily: true, short: false, read: (db, _, ids) => store.listEvents(db, ids) },
    {
      topic: 'events',
      isFamily: false,
      short: false,
      read: (db, _, ids) => store.listEvents(db, ids, store.publicEvents(db)),
    },
  ],
  archived: { key: 'events', table: 'events', read: store.readEvents, write: store.writeEvents },
  cleared: ['events'],
  anonymise: store.anonymiseHosts,
};
