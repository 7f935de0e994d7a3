import type { DataDuties } from '#database/duties.ts';
import { finishDeletedEvents } from './jobs.ts';
import { eventSoundness } from './soundness.ts';
import * as store from './store.ts';

export const eventDuties: DataDuties<'events'> = {
  sound: eventSoundness,
  jobs: [finishDeletedEvents],
  live: [{ topic: 'events', isFamily: false, short: false, read: (db, _, ids) => store.listEvents(db, ids) }],
  archived: { key: 'events', table: 'events', read: store.readEvents, write: store.writeEvents },
  cleared: ['events'],
  anonymise: store.anonymiseHosts,
};
