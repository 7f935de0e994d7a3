import type { DataDuties } from '#database/duties.ts';
import { eventSoundness } from './soundness.ts';
import * as store from './store.ts';

export const eventDuties: DataDuties<'events'> = {
  sound: eventSoundness,
  archived: { key: 'events', table: 'events', read: store.readEvents, write: store.writeEvents },
  cleared: ['events'],
  anonymise: store.anonymiseHosts,
};
