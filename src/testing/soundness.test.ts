/** Damage that no constraint prevents, or that only a damaged file can have: the check must report each kind. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { createEvent } from './calls.ts';
import { ORGANISER, testContext } from './context.ts';
import { freshDatabase } from './database.ts';
import { anEvent } from './factories.ts';
import { halfUploads, problemsIn } from './soundness.ts';

const AT = '2025-11-14T17:00:00.000Z';
const entrant = (name: string) => ({ rsvpId: name, userId: null, name });

/** One event whose bracket is drawn and has a result. */
async function scene(): Promise<Db> {
  const connection = await freshDatabase('sqlite');
  const { db } = connection;
  const { id } = await createEvent(
    { ...(await testContext(connection)), newId: () => 'event' },
    ORGANISER,
    anEvent({ tournamentType: 'single-elimination' }),
  );
  const draw = {
    event_id: id,
    draw_id: 'draw',
    entrants: JSON.stringify([entrant('Ada'), entrant('Bo')]),
    options: '{"tournamentType":"single-elimination"}',
    drawn_at: AT,
    drawn_by: null,
  };
  await db.insertInto('brackets').values(draw).execute();
  await db.updateTable('events').set({ bracket_drawn: 1, bracket_decided: 1 }).execute();
  const entry = '{"kind":"score","match":"W1-1","scores":[2,0]}';
  const result = { event_id: id, draw_id: 'draw', sequence: 0, entry, entered_at: AT, session_id: null };
  await db.insertInto('bracket_results').values(result).execute();
  expect(await problemsIn(db, 'sqlite')).toEqual([]);
  await sql`pragma foreign_keys = off`.execute(db);
  return db;
}

it.each([
  ['update events set seats_taken = 1', 'seats taken are not the places held: event: 1 and 0'],
  [
    "insert into idempotency_keys (key, request_hash, salt, created_at) values ('k', '', '', '')",
    'a key without its answer: k',
  ],
  ['update events set bracket_drawn = 0', 'an event that does not know its bracket: event'],
  [
    `insert into events (id, title, event_type, description, start_time, duration, location, host, capacity, bracket_decided)
        select 'other', title, event_type, description, start_time, duration, location, host, capacity, 0 from events`,
    'an event that does not know its bracket: other',
  ],
  ['update events set bracket_decided = 0', 'an event that does not know whether its bracket is decided: event'],
  ['delete from bracket_results', 'an event that does not know whether its bracket is decided: event'],
  [
    "update bracket_results set entry = json_set(entry, '$.match', 'W9-9')",
    'a bracket with results that could not be entered: event',
  ],
  ['update events set tournament_type = null', 'a bracket of another kind: event'],
  ["update brackets set options = '{}'", 'a bracket that cannot be read: event'],
  ['delete from brackets', 'a result of no bracket or of another draw: event 0'],
  ["update brackets set draw_id = 'another'", 'a result of no bracket or of another draw: event 0'],
  ['update bracket_results set sequence = 1', 'a list of results with a gap or a number taken twice: event'],
  ['delete from events', 'a bracket of no event: event'],
  ['delete from events', 'a row of brackets points to nothing'],
])('what is not sound is named: %s', async (damage, says) => {
  const db = await scene();
  await sql.raw(damage).execute(db);
  expect(await problemsIn(db, 'sqlite')).toContain(says);
});

it('what is not sound is half an upload, or a part of its users', async () => {
  const { db } = await freshDatabase('sqlite');
  const user = (id: string, score: number) => ({
    id,
    name: id,
    name_key: id,
    score,
    visitor_id: null,
    created_at: '',
  });
  expect(await halfUploads(db, 'p%', 2)).toEqual([]);
  await db.insertInto('users').values(user('p1', 1)).execute();
  expect(await halfUploads(db, 'p%', 2)).toEqual(["1 of an upload's 2 users are there"]);
  await db.insertInto('users').values(user('p2', 2)).execute();
  expect(await halfUploads(db, 'p%', 2)).toEqual(['scores of 2 uploads stand side by side: 1, 2']);
});
