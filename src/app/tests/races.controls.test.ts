/**
 * Controls of the races: the damage that each could do. The schema's constraint refuses it; without the constraint the check that judges
 * every race names it. soundness.test.ts has the damage that no constraint prevents.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { addLine } from '#features/brackets/store/brackets.ts';
import { addRsvp } from '#features/rsvps/store.ts';
import { nameKey } from '#platform/names.ts';
import { LIMITS } from '#platform/server/limits.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER, TEST_HOOKS, testFestival } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { type Guard, unguarded } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';

async function eventIn(db: Db): Promise<string> {
  await addVisitor(db, { id: 'visitor', tokenHash: 'hash', now: '' });
  const rest = {
    secret: '',
    limits: LIMITS,
    hooks: TEST_HOOKS,
    festivalFile: testFestival(),
    now: () => new Date(0),
    newId: randomUUID,
  };
  return (await createEvent({ db, ...rest }, ORGANISER, anEvent({ capacity: 2 }))).id;
}

const addPlace = (db: Db, eventId: string, playerName: string) =>
  addRsvp(db, {
    ...{ id: randomUUID(), eventId, playerName, nameKey: nameKey(playerName), playerEmail: null },
    ...{ visitorId: 'visitor', createdAt: '' },
  });

const addUser = (db: Db, name: string) =>
  db
    .insertInto('users')
    .values({ id: randomUUID(), name, name_key: nameKey(name), score: 0, visitor_id: null, created_at: '' })
    .execute();

const addDraw = (db: Db, eventId: string, drawId: string) =>
  db
    .insertInto('brackets')
    .values({
      ...{ event_id: eventId, draw_id: drawId, entrants: '[]', drawn_at: '', drawn_by: null },
      options: '{"tournamentType":"single-elimination"}',
    })
    .execute();

type Control = [race: string, guards: readonly Guard[], seen: RegExp, damage: (db: Db, event: string) => unknown];

const CONTROLS: Control[] = [
  [
    'the last places',
    ['seats within capacity'],
    /^more places are held than there are: .*: 3 of 2$/,
    async (db, event) => {
      for (const name of ['Alex', 'Bo', 'Cy']) await addPlace(db, event, name);
      await db.updateTable('events').set({ seats_taken: 3 }).execute();
    },
  ],
  [
    'a place given up while somebody joins the line',
    ['nobody waits in vain'],
    /^a seat is free while somebody waits/,
    async (db, event_id) => {
      const who = { player_name: 'Alex', name_key: 'alex', player_email: null, visitor_id: 'visitor' };
      const entry = { id: randomUUID(), event_id, position: 1, ...who, created_at: '' };
      await db.insertInto('waiting_entries').values(entry).execute();
      await db.updateTable('events').set({ waiting: 1 }).execute();
    },
  ],
  [
    'one name for one event',
    ['one place a name'],
    /^two places of one name/,
    async (db, event) => {
      for (const name of ['Alex', 'ALEX']) await addPlace(db, event, name);
    },
  ],
  [
    'deleted while others register',
    ['a place belongs to an event'],
    /^a place of no event/,
    (db) => addPlace(db, 'gone', 'Alex'),
  ],
  [
    'one name for an account, and two users renamed to one name',
    ['one user a name'],
    /^two users of one name: alex$/,
    async (db) => {
      for (const name of ['Alex', 'ALEX']) await addUser(db, name);
    },
  ],
  [
    'one Idempotency-Key',
    ['one claim a key'],
    /^one key kept twice/,
    async (db) => {
      const claim = { key: 'key', request_hash: '', salt: '', created_at: '', answer: '' };
      for (const answer of ['one', 'other'])
        await db
          .insertInto('idempotency_keys')
          .values({ ...claim, answer })
          .execute();
    },
  ],
  [
    'two brackets drawn',
    ['a result belongs to a bracket', 'one bracket an event'],
    /^two brackets of one event/,
    async (db, event) => {
      for (const draw of ['one', 'other']) await addDraw(db, event, draw);
    },
  ],
  [
    'two scores for one match',
    ['one result a place of the list'],
    /^a list of results with a gap or a number taken twice/,
    async (db, eventId) => {
      await addDraw(db, eventId, 'draw');
      const entry = (score: number) => ({ kind: 'score' as const, match: 'W1-1', scores: [score, 0] as const });
      const line = { eventId, drawId: 'draw', sequence: 0, enteredAt: '', enteredBy: null };
      for (const score of [1, 2]) await addLine(db, { ...line, entry: entry(score) });
    },
  ],
];

describe.each(DIALECTS)('%s', (dialect) => {
  it.each(CONTROLS)('on %s is named without its constraint: %s', async (_, guards, seen, damage) => {
    const { db } = await unguarded(dialect, guards);
    await damage(db, await eventIn(db));
    expect(await problemsIn(db, dialect)).toContainEqual(expect.stringMatching(seen));
  });

  it('on %s is refused by the schema, each of it', async () => {
    for (const [race, , , damage] of CONTROLS) {
      const { db } = await unguarded(dialect, []);
      const event = await eventIn(db);
      const done = db.transaction().execute(async (tx) => void (await damage(tx, event)));
      await expect(done, race).rejects.toThrow(/constraint/i);
      expect([race, await problemsIn(db, dialect)]).toEqual([race, []]);
    }
  });
});
