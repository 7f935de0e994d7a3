import { sql } from 'kysely';
import { findRows } from '#database/soundness.ts';

export const waitingProblems = findRows(
  [
    'the length of a waiting list is not the number of its entries',
    sql`select e.id || ': ' || e.waiting || ' and ' || count(w.id) as what from events e
      left join waiting_entries w on w.event_id = e.id where e.completed_at is null
      group by e.id, e.waiting having e.waiting <> count(w.id)`,
  ],
  [
    'a seat is free while somebody waits',
    sql`select e.id || ': ' || e.seats_taken || ' of ' || e.capacity as what from events e
      where e.seats_taken < e.capacity and e.completed_at is null and exists (select 1 from waiting_entries w where w.event_id = e.id)`,
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
