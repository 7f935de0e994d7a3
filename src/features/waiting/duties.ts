import { sql } from 'kysely';
import { type Duties, findRows } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { dropOldAnswers, dropOldEmails } from '#features/rsvps/duties.ts';
import { forgetEntries, returnToLines, settleLines } from './commands.ts';
import { checkWaiting } from './rules.ts';
import * as store from './store.ts';

const waitingProblems = findRows(
  [
    'the length of a waiting list is not the number of its entries',
    sql`select e.id || ': ' || e.waiting || ' and ' || count(w.id) as what from events e
      left join waiting_entries w on w.event_id = e.id where e.completed_at is null
      group by e.id, e.waiting, e.lottery having e.waiting <> (1 - e.lottery) * count(w.id)`,
  ],
  [
    'a seat is free while somebody waits',
    sql`select e.id || ': ' || e.seats_taken || ' of ' || e.capacity as what from events e
      where e.seats_taken < e.capacity and e.lottery = 0 and e.completed_at is null and exists (select 1 from waiting_entries w where w.event_id = e.id)`,
  ],
  [
    'somebody waits for an event that nobody can join',
    sql`select e.id as what from events e where (e.status = 'completed' or e.bracket_drawn = 1)
      and e.completed_at is null and exists (select 1 from waiting_entries w where w.event_id = e.id)`,
  ],
  [
    'somebody has a place and waits for one',
    sql`select w.event_id || ' ' || w.name_key as what from waiting_entries w
      join rsvps r on r.event_id = w.event_id and r.name_key = w.name_key`,
  ],
  [
    'two entries in one position of a waiting list, or of one name',
    sql`select event_id as what from waiting_entries group by event_id
      having count(*) > count(distinct position) or count(*) > count(distinct name_key)`,
  ],
  [
    'an entry in the waiting list of no event',
    sql`select w.id as what from waiting_entries w left join events e on e.id = w.event_id where e.id is null`,
  ],
);

/** Also in hidden and completed events: what is deleted with the visitor. */
const listEveryEntryOf = (db: Db, visitorId: string) => store.listEntriesOf(db, visitorId, store.withRank);

export const waitingDuties: Duties = {
  problems: waitingProblems,
  jobs: [
    dropOldEmails('waiting_entries', 'delete the emails in waiting lists of a past festival'),
    dropOldAnswers('waiting_entries', 'delete the answers in waiting lists of a past festival'),
  ],
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
    remove: store.deleteEntries,
    settle: settleLines,
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
