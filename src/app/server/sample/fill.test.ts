import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { connect } from '#database/connect.ts';
import type { Db } from '#database/schema.ts';
import { ranks } from '#features/brackets/engine/standings.ts';
import { asBracket, type Bracket } from '#features/brackets/rules/bracket.ts';
import { findStoredBracket, readNames } from '#features/brackets/store/brackets.ts';
import { listEvents } from '#features/events/store.ts';
import { Festival } from '#features/festival/contract.ts';
import { listUsers } from '#features/people/users/store/users.ts';
import { nameKey } from '#platform/names.ts';
import { LIMITS } from '#platform/server/limits.ts';
import { readyMatches } from '#testing/bracket.ts';
import { TEST_HOOKS } from '#testing/context.ts';
import { fillSample, readContents } from './fill.ts';

const { people } = readContents();
const NAMES = people.map(({ name }) => name);
const FESTIVAL = Festival.parse(JSON.parse(readFileSync('festival.json', 'utf8')));

async function freshAt(now: string): Promise<Db> {
  const complain = (message: string) => expect.unreachable(message);
  const { db, close } = await connect('sqlite::memory:', complain);
  afterAll(close);
  await fillSample({
    db,
    secret: 'secret',
    limits: LIMITS,
    hooks: TEST_HOOKS,
    festivalFile: FESTIVAL,
    now: () => new Date(now),
    newId: randomUUIDv7,
  });
  return db;
}

const filled = new Map<string, Promise<Db>>();

/** The same database for everybody who asks for the same time: nobody writes. */
function filledAt(now: string): Promise<Db> {
  const db = filled.get(now) ?? freshAt(now);
  filled.set(now, db);
  return db;
}

const NOW = '2026-06-06T14:07:00.000Z';

const MOMENTS = [
  ['months ahead', '2025-05-01T12:00:00.000Z'],
  ['the night before', '2025-11-13T07:00:00.000Z'],
  ['on its first day', '2025-11-13T20:00:00.000Z'],
  ['long gone, at ten in the morning', NOW],
  ['long gone, in the evening', '2026-06-06T23:59:59.999Z'],
  ['long gone, at two in the night', '2026-06-06T06:00:00.000Z'],
  ['in the hour that comes twice', '2026-11-01T06:30:00.000Z'],
  ['just after the hour that is skipped', '2026-03-08T07:00:00.000Z'],
] as const;

test.each(MOMENTS)('people, events and places are consistent: %s', async (_, now) => {
  const db = await filledAt(now);
  const users = await db.selectFrom('users').selectAll().execute();
  const rsvps = await db.selectFrom('rsvps').selectAll().execute();
  const events = await listEvents(db);

  expect(users.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
  expect(users.every(({ name, name_key }) => name_key === nameKey(name))).toBe(true);
  expect(users.every(({ created_at }) => created_at < now)).toBe(true);

  expect(events).toHaveLength(42);
  const namesByEvent = new Map(events.map(({ id }) => [id, new Set<string>()]));
  for (const rsvp of rsvps) {
    namesByEvent.get(rsvp.event_id)?.add(rsvp.name_key);
    expect(rsvp.name_key).toBe(nameKey(rsvp.player_name));
    expect(rsvp.created_at < now).toBe(true);
  }
  expect(events.map(({ currentRegistrations }) => currentRegistrations)).toEqual(
    events.map(({ id }) => namesByEvent.get(id)?.size),
  );
  expect(rsvps).toHaveLength(events.reduce((sum, { currentRegistrations }) => sum + currentRegistrations, 0));
  expect(events.filter(({ id, host }) => namesByEvent.get(id)?.has(nameKey(host)))).toEqual([]);
});

test.each(MOMENTS)('only people of events that have begun are checked in: %s', async (_, now) => {
  const db = await filledAt(now);
  const rows = await db.selectFrom('rsvps').innerJoin('events', 'events.id', 'rsvps.event_id').selectAll().execute();
  for (const row of rows) {
    expect(row.checked_in === 1).toBe(row.checked_in_at !== null);
    if (row.status === 'upcoming') expect(row.checked_in).toBe(0);
    if (row.checked_in_at !== null) expect(row.created_at < row.checked_in_at && row.checked_in_at < now).toBe(true);
  }
  const begun = new Set(rows.filter(({ status }) => status !== 'upcoming').map(({ event_id }) => event_id));
  const visited = new Set(rows.filter(({ checked_in }) => checked_in === 1).map(({ event_id }) => event_id));
  expect(visited).toEqual(begun);
});

test('the running tournament has its fourteen players at the start', async () => {
  const db = await filledAt(NOW);
  const players = await db
    .selectFrom('rsvps')
    .innerJoin('events', 'events.id', 'rsvps.event_id')
    .where('events.title', '=', 'Turbo Kart Grand Prix')
    .select(['events.status', 'events.tournament_type', 'rsvps.checked_in'])
    .execute();
  expect(players).toEqual(
    Array.from({ length: 14 }, () => ({ status: 'in-progress', tournament_type: 'double-elimination', checked_in: 1 })),
  );
});

async function bracketOf(db: Db, title: string): Promise<Bracket> {
  const event = (await listEvents(db)).find((one) => one.title === title);
  const drawn = await findStoredBracket(db, event?.id ?? '');
  if (drawn === null) throw new Error(`${title} is not drawn`);
  expect(event?.bracketDrawn).toBe(true);
  return asBracket(drawn, await readNames(db, drawn));
}

test('the running tournament is half played, with results entered in order until now', async () => {
  const bracket = await bracketOf(await filledAt(NOW), 'Turbo Kart Grand Prix');
  expect(bracket.options).toEqual({ tournamentType: 'double-elimination', thirdPlace: false });
  expect(bracket.lines).toHaveLength(13);
  const times = [bracket.drawnAt, ...bracket.lines.map(({ enteredAt }) => enteredAt), NOW];
  expect(new Set(times).size).toBe(times.length);
  expect(times.toSorted()).toEqual(times);
  // Folded again with checks: every entry was allowed.
  const decided = bracket.state.matches.flatMap(({ decidedBy }) => (decidedBy === null ? [] : [decidedBy]));
  expect(decided.toSorted((one, other) => one - other)).toEqual(bracket.lines.map((_, index) => index));
  expect(bracket.state).toMatchObject({ champion: null, over: false });
  expect(readyMatches(bracket.state).length).toBeGreaterThan(1);
  const table = ranks(bracket.state);
  expect(new Set(table.map(({ rank }) => rank)).size).toBeGreaterThan(4);
  const losses = [0, 1, 2].map((lost) => table.filter((one) => one.losses === lost).length);
  expect(Math.min(...losses)).toBeGreaterThan(0);
});

test.each(MOMENTS)(
  'tournaments have a bracket once they have begun, and a champion when they are over: %s',
  async (_, now) => {
    const db = await filledAt(now);
    for (const { id, status, tournamentType, bracketDrawn } of await listEvents(db)) {
      const drawn = await findStoredBracket(db, id);
      expect([bracketDrawn, drawn !== null]).toEqual(
        Array.from({ length: 2 }, () => tournamentType !== null && status !== 'upcoming'),
      );
      if (drawn === null) continue;
      const { state, lines } = asBracket(drawn, await readNames(db, drawn));
      expect(state.champion !== null).toBe(status === 'completed');
      expect(lines.every(({ enteredAt }) => enteredAt < now)).toBe(true);
    }
  },
);

test('scores include a leader, a tie and people without points', async () => {
  const scores = (await listUsers(await filledAt(NOW))).map(({ score }) => score);
  expect(scores[0]).toBeGreaterThan(1000);
  expect(scores.filter((score) => score === 0)).toHaveLength(10);
  expect(new Set(scores.filter((score) => score > 0)).size).toBeLessThan(110);
});

test('emails use a reserved domain', async () => {
  const db = await filledAt(NOW);
  const rows = await db.selectFrom('rsvps').select('player_email').distinct().execute();
  const given = rows.flatMap(({ player_email }) => (player_email === null ? [] : [player_email]));
  expect(given.length).toBeGreaterThan(10);
  expect(given.filter((email) => !(z.email().safeParse(email).success && email.endsWith('@example.org')))).toEqual([]);
});

test('has two messages, which last until the festival ends', async () => {
  const rows = await (await filledAt(NOW)).selectFrom('messages').select(['audience', 'ends_at']).execute();
  expect(rows).toHaveLength(2);
  for (const { audience, ends_at } of rows) expect([audience, ends_at > NOW]).toEqual(['everybody', true]);
});

test('is marked as the sample', async () => {
  const db = await filledAt(NOW);
  const marked = await db.selectFrom('meta').selectAll().where('key', '=', 'sample data').execute();
  expect(marked).toEqual([{ key: 'sample data', value: 'on' }]);
});

test('is the same for the same time', async () => {
  const told = async (db: Db) => {
    const rows = await db
      .selectFrom('rsvps')
      .innerJoin('events', 'events.id', 'rsvps.event_id')
      .select(['title', 'start_time', 'player_name', 'player_email', 'checked_in_at', 'created_at'])
      .orderBy('title')
      .orderBy('name_key')
      .execute();
    const users = await db.selectFrom('users').select(['name', 'score', 'created_at']).orderBy('name_key').execute();
    return { rows, users };
  };
  const [one, other] = [await filledAt(NOW), await freshAt(NOW)];
  expect(await told(one)).toEqual(await told(other));
});

test('writes nothing when it fails', async () => {
  const { db, close } = await connect('sqlite::memory:', (message) => expect.unreachable(message));
  onTestFinished(close);
  const refuse = "create trigger broken before insert on bracket_results begin select raise(abort, 'no results'); end";
  await sql.raw(refuse).execute(db);
  const now = () => new Date(NOW);
  const context = {
    db,
    secret: 'secret',
    limits: LIMITS,
    hooks: TEST_HOOKS,
    festivalFile: FESTIVAL,
    now,
    newId: randomUUIDv7,
  };
  await expect(fillSample(context)).rejects.toThrow('no results');
  const left = await Promise.all([
    db.selectFrom('users').select('id').execute(),
    db.selectFrom('events').select('id').execute(),
    db.selectFrom('rsvps').select('id').execute(),
    db.selectFrom('meta').select('key').where('key', '=', 'sample data').execute(),
  ]);
  expect(left).toEqual([[], [], [], []]);
});
