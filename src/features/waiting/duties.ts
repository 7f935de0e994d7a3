import type { Duties } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { dropOldEmails } from '#features/rsvps/jobs.ts';
import { forgetEntries, removeFromLines, returnToLines } from './commands.ts';
import { checkWaiting } from './rules.ts';
import { waitingProblems } from './soundness.ts';
import * as store from './store.ts';

/** Also in hidden and completed events: what is deleted with the visitor. */
const listEveryEntryOf = (db: Db, visitorId: string) => store.listEntriesOf(db, visitorId, store.withRank);

export const waitingDuties: Duties = {
  problems: waitingProblems,
  jobs: [dropOldEmails('waiting_entries', 'delete the emails in waiting lists of a past festival')],
  archived: {
    key: 'waiting',
    table: 'waiting_entries',
    read: store.readEntries,
    check: checkWaiting,
    write: store.writeEntries,
  },
  registered: {
    table: 'waiting_entries',
    listAfter: store.listJoinedAfter,
    remove: removeFromLines,
    restore: returnToLines,
  },
  countOwned: async (db, visitorId) => ({ waiting: (await listEveryEntryOf(db, visitorId)).length }),
  listNames: store.listNamesOf,
  listNamed: async (tx, visitorId) =>
    (await listEveryEntryOf(tx, visitorId)).map(({ id, playerName: name }) => ({ kind: 'waiting', id, name })),
  listEventsOf: async (tx, { visitorId }) => (await listEveryEntryOf(tx, visitorId)).map(({ eventId }) => eventId),
  owned: [{ table: 'waiting_entries' }],
  forget: forgetEntries,
  personal: ['waiting_entries'],
  anonymise: store.forgetLines,
};
