import type { Duties } from '#database/duties.ts';
import * as store from './store.ts';

/** In no festival file: a queue is of its evening. */
export const queueDuties: Duties = {
  registered: {
    table: 'queue_entries',
    listAfter: store.listMadeAfter,
    remove: store.deleteEntries,
  },
  cleared: ['queue_entries'],
  countOwned: async (db, visitorId) => ({ numbers: (await store.listEventsOf(db, visitorId)).length }),
  owned: [{ table: 'queue_entries' }],
  forget: (tx, { visitorId }) => store.deleteEntriesOf(tx, visitorId),
  personal: ['queue_entries'],
};
