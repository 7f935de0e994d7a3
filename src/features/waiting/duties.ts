import type { DataDuties } from '#database/duties.ts';
import { dropOldEmails } from '#features/rsvps/jobs.ts';
import { forgetEntries } from './commands.ts';
import { checkWaiting } from './rules.ts';
import { waitingSoundness } from './soundness.ts';
import * as store from './store.ts';

export const waitingDuties: DataDuties<'waiting_entries'> = {
  sound: waitingSoundness,
  jobs: [dropOldEmails('waiting_entries', 'delete the e-mails in waiting lists of a past festival')],
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
    (await store.listEntriesOf(tx, visitorId, store.withRank)).map(({ id, playerName }) => ({
      kind: 'waiting',
      id,
      name: playerName,
    })),
  listEventsOf: async (tx, { visitorId }) =>
    (await store.listEntriesOf(tx, visitorId, store.withRank)).map(({ eventId }) => eventId),
  owned: [{ table: 'waiting_entries' }],
  forget: forgetEntries,
  personal: ['waiting_entries'],
  anonymise: store.forgetLines,
};
