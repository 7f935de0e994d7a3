import type { DataDuties } from '#database/duties.ts';
import { forgetEntries } from './commands.ts';
import { dropOldEmails } from './jobs.ts';
import { checkWaiting } from './rules.ts';
import { waitingSoundness } from './soundness.ts';
import * as store from './store.ts';

export const waitingDuties: DataDuties<'waiting_entries'> = {
  sound: waitingSoundness,
  jobs: [dropOldEmails],
  archived: {
    key: 'waiting',
    table: 'waiting_entries',
    read: store.readEntries,
    check: checkWaiting,
    write: store.writeEntries,
  },
  countOwned: async (db, visitorId) => ({ waiting: (await store.listEntriesOf(db, visitorId, store.withRank)).length }),
  listNames: store.listNamesOf,
  listNamed: async (tx, visitorId) =>
    (await store.listEntriesOf(tx, visitorId, store.withRank)).map(({ id, playerName }) => ({ id, name: playerName })),
  listEventsOf: async (tx, { visitorId }) =>
    (await store.listEntriesOf(tx, visitorId, store.withRank)).map(({ eventId }) => eventId),
  owned: [{ table: 'waiting_entries' }],
  forget: forgetEntries,
  personal: ['waiting_entries'],
  anonymise: store.forgetLines,
};
