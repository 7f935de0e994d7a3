import { sql } from 'kysely';
import { findRows } from '#database/soundness.ts';

export const rsvpProblems = findRows(
  [
    'seats taken are not the places held',
    sql`select id || ': ' || seats_taken || ' and ' || people as what from (select id, seats_taken,
      (select count(*) from rsvps where event_id = events.id)
      + (select count(*) from waiting_entries where event_id = events.id and holds_seat = 1) as people
      from events) as seats where seats_taken <> people`,
  ],
  [
    'more places are held than there are',
    sql`select e.id || ': ' || count(r.id) || ' of ' || e.capacity as what from events e
      join rsvps r on r.event_id = e.id group by e.id, e.capacity having count(r.id) > e.capacity`,
  ],
  [
    'two places of one name',
    sql`select event_id || ' ' || name_key as what from rsvps group by event_id, name_key having count(*) > 1`,
  ],
  [
    'a place of no event',
    sql`select r.id as what from rsvps r left join events e on e.id = r.event_id where e.id is null`,
  ],
);
