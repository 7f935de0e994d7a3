import { sql } from 'kysely';
import { z } from 'zod';
import { findRows, type Soundness } from '#database/soundness.ts';
import { email, id, name } from '#platform/contract.ts';
import { isKeyOf } from '#platform/names.ts';
import { flag, stamp } from '#platform/stored.ts';
import { CheckedInBy } from './contract.ts';

export const rsvpSoundness: Soundness<'rsvps'> = {
  rows: {
    rsvps: z
      .object({
        id: id(),
        event_id: id(),
        player_name: name(),
        name_key: z.string(),
        player_email: email().nullable(),
        checked_in: flag(),
        checked_in_at: stamp().nullable(),
        visitor_id: id().nullable(),
        created_at: stamp(),
        checked_in_by: CheckedInBy.nullable(),
        lent: flag(),
      })
      .refine((row) => isKeyOf(row.name_key, row.player_name), {
        path: ['name_key'],
        error: 'is not the key of the name',
      })
      .refine((row) => (row.checked_in === 1) === (row.checked_in_at !== null), {
        path: ['checked_in_at'],
        error: 'does not fit checked_in',
      })
      .refine((row) => row.checked_in === 1 || row.checked_in_by === null, {
        path: ['checked_in_by'],
        error: 'does not fit checked_in',
      }),
  },
  problems: findRows(
    [
      'seats taken are not the places held',
      sql`select e.id || ': ' || e.seats_taken || ' and ' || count(r.id) as what from events e
        left join rsvps r on r.event_id = e.id group by e.id, e.seats_taken having e.seats_taken <> count(r.id)`,
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
  ),
};
