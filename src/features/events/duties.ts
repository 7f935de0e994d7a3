import type { Duties } from '#database/duties.ts';
import { endDueEvents, finishDeletedEvents, startDueEvents } from './jobs.ts';
import * as store from './store.ts';

export const eventDuties: Duties = {
  jobs: [finishDeletedEvents, startDueEvents, endDueEvents],
  live: [{ topic: 'events', isFamily: false, short: false, read: (db, _, ids) => store.listEvents(db, ids) }],
  archived: { key: 'events', table: 'events', read: store.readEvents, write: store.writeEvents },
  cleared: ['events'],
  anonymise: store.anonymiseHosts,
};
