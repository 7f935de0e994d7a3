import { sql } from 'kysely';
import { findRows } from '#database/soundness.ts';

export const rsvpProblems = findRows([
  'seats taken are not the places held',
  sql`select e.id || ': ' || e.seats_taken || ' and ' || count(r.id) as what from events e
    left join rsvps r on r.event_id = e.id group by e.id, e.seats_taken having e.seats_taken <> count(r.id)`,
]);
