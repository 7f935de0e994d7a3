/** The last place under a rush, and the same rush with the guard taken away, which must be seen to fail. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { transact } from '#database/connect.ts';
import type { DialectName } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { addVisitor } from '#features/access/store.ts';
import { createEvent } from '#features/events/commands.ts';
import { nameKey } from '#platform/names.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, freshUrl, openUntilEnd } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { NOBODY } from '#testing/world.ts';
import { addRsvp, findHolder } from './store.ts';

const ROUNDS = 20;
const RUSH = 200;
const PLACES = 20;

type Outcome = { rows: number; seats: number };

async function outcome(db: Db, eventId: string): Promise<Outcome> {
  const rsvps = await db.selectFrom('rsvps').select('id').where('event_id', '=', eventId).execute();
  const event = await db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow();
  return { rows: rsvps.length, seats: event.seats_taken };
}

const tally = (statuses: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Two hundred devices at once for twenty places, spread over the instances. */
async function rush(apps: readonly TestApp[]): Promise<{ statuses: Record<number, number>; left: Outcome }> {
  const [{ world }] = apps as [TestApp];
  const { id } = await createEvent(world, NOBODY, anEvent({ capacity: PLACES }));
  const answers = await Promise.all(
    Array.from({ length: RUSH }, (_, place) => {
      const app = apps[place % apps.length] as TestApp;
      return app.browser().send('POST /api/rsvps', { eventId: id, playerName: `Player ${place}` });
    }),
  );
  return { statuses: tally(answers.map(({ statusCode }) => statusCode)), left: await outcome(world.db, id) };
}

async function instances(dialect: DialectName, count: number): Promise<TestApp[]> {
  const url = await freshUrl(dialect);
  const apps: TestApp[] = [];
  for (let instance = 0; instance < count; instance += 1) apps.push(await testApp(dialect, { url }));
  return apps;
}

describe.each([
  ['SQLite', 'sqlite', 1],
  ['PostgreSQL', 'postgres', 1],
  ['two instances on one PostgreSQL', 'postgres', 2],
] as const)(`${RUSH} devices for ${PLACES} places, on %s`, (_, dialect, count) => {
  it(`end with exactly ${PLACES} in each of ${ROUNDS} rounds`, { timeout: 120_000 }, async () => {
    const apps = await instances(dialect, count);
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await rush(apps)).toEqual({
        statuses: { 201: PLACES, 409: RUSH - PLACES },
        left: { rows: PLACES, seats: PLACES },
      });
    }
    const visitors = await apps[0]?.world.db.selectFrom('visitors').select('id').execute();
    expect(visitors).toHaveLength(ROUNDS * PLACES);
  });
});

/** What takeSeat must not be: it looks first and writes afterwards, trusting what it saw. */
async function trustingTakeSeat(db: Db, id: string, between: () => Promise<unknown>): Promise<boolean> {
  const event = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (event.seats_taken >= event.capacity) return false;
  await between();
  await db
    .updateTable('events')
    .set((eb) => ({ seats_taken: eb('seats_taken', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return true;
}

const addPlayer = (db: Db, eventId: string, playerName: string, visitorId: string) =>
  addRsvp(db, {
    id: randomUUID(),
    eventId,
    playerName,
    nameKey: nameKey(playerName),
    playerEmail: null,
    visitorId,
    now: '',
  });

/** Connections of their own to one database whose constraint `dropped` is gone, and an event with `capacity`. */
async function unguarded(dialect: DialectName, capacity: number, dropped: 'seats_within_capacity' | 'unique name') {
  const url = await freshUrl(dialect);
  const connections = [await openUntilEnd(url), await openUntilEnd(url)] as const;
  const [{ db }] = connections;
  await withoutConstraint(db, dialect, dropped);
  const world = { db, secret: '', now: () => new Date(0), newId: randomUUID };
  const { id } = await createEvent(world, NOBODY, anEvent({ capacity }));
  await addVisitor(db, { id: 'visitor', tokenHash: 'hash', now: '' });
  return { dbs: connections.map((connection) => connection.db), db, id };
}

async function withoutConstraint(db: Db, dialect: DialectName, dropped: string): Promise<void> {
  const [table, clause, name] =
    dropped === 'unique name'
      ? (['rsvps', 'unique (event_id, name_key)', 'rsvps_event_id_name_key_key'] as const)
      : (['events', 'constraint seats_within_capacity check (seats_taken between 0 and capacity)', dropped] as const);
  if (dialect === 'postgres') {
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db);
    return;
  }
  // SQLite cannot drop a constraint, so the table is made anew from its own text without it.
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema where name = ${table}`.execute(db);
  const text = rows[0]?.sql ?? '';
  expect(text).toContain(clause);
  await sql.raw('pragma foreign_keys = off').execute(db);
  await sql.raw(`drop table ${table}`).execute(db);
  await sql.raw(text.replace(new RegExp(`,\\s*${clause.replace(/[()]/g, '\\$&')}`), '')).execute(db);
  await sql.raw('pragma foreign_keys = on').execute(db);
}

/** Lets `count` callers meet: nobody goes on before all have come. */
function meeting(count: number): () => Promise<void> {
  let missing = count;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    missing -= 1;
    if (missing === 0) open();
    return all;
  };
}

describe('control twin: without the guard', () => {
  it('PostgreSQL oversells', async () => {
    const { dbs, db, id } = await unguarded('postgres', 2, 'seats_within_capacity');
    const all = meeting(6);
    const took = await Promise.all(
      Array.from({ length: 6 }, (_, place) =>
        transact(dbs[place % 2] as Db, async (tx) => {
          if (!(await trustingTakeSeat(tx, id, all))) return false;
          await addPlayer(tx, id, `Player ${place}`, 'visitor');
          return true;
        }),
      ),
    );
    expect(took.filter(Boolean)).toHaveLength(6);
    expect(await outcome(db, id)).toEqual({ rows: 6, seats: 6 });
  });

  it('SQLite oversells on two connections that do not take the lock first', async () => {
    const { dbs, db, id } = await unguarded('sqlite', 2, 'seats_within_capacity');
    await Promise.all(
      Array.from({ length: 3 }, async (_, round) => {
        const all = meeting(2);
        await Promise.all(
          dbs.map(async (one, place) => {
            if (!(await trustingTakeSeat(one, id, all))) return;
            await addPlayer(one, id, `Player ${round} ${place}`, 'visitor');
          }),
        );
      }),
    );
    const left = await outcome(db, id);
    expect(left.rows).toBeGreaterThan(2);
    expect(left.seats).toBeGreaterThan(2);
  });

  it.each(DIALECTS)('the same name stands twice, on %s', async (dialect) => {
    const { dbs, db, id } = await unguarded(dialect, 16, 'unique name');
    const both = meeting(2);
    await Promise.all(
      dbs.map(async (one) => {
        if ((await findHolder(one, id, 'alex')) !== undefined) return;
        await both();
        await addPlayer(one, id, 'Alex', 'visitor');
      }),
    );
    expect(await outcome(db, id)).toMatchObject({ rows: 2 });
  });
});

describe.each(DIALECTS)('the same name from many devices at the same moment, on %s', (dialect) => {
  it('takes exactly one place', async () => {
    const [app] = (await instances(dialect, 1)) as [TestApp];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await createEvent(app.world, NOBODY, anEvent());
      const names = ['Alex', 'ALEX', ' alex ', 'Ａlex'];
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, place) =>
          app.browser().send('POST /api/rsvps', { eventId: id, playerName: names[place % names.length] }),
        ),
      );
      expect(tally(answers.map(({ statusCode }) => statusCode))).toEqual({ 201: 1, 409: 11 });
      expect(await outcome(app.world.db, id)).toEqual({ rows: 1, seats: 1 });
    }
  });
});

describe.each(DIALECTS)('a deletion in the middle of a rush, on %s', (dialect) => {
  it('leaves no RSVP behind and tells the late ones 404', async () => {
    const [app] = (await instances(dialect, 1)) as [TestApp];
    const admin = await app.admin();
    const { id } = await createEvent(app.world, NOBODY, anEvent({ capacity: 100 }));
    const sends = Array.from({ length: 60 }, (_, place) => {
      if (place === 30) return admin.send(`DELETE /api/events/${id}`);
      return app.browser().send('POST /api/rsvps', { eventId: id, playerName: `Player ${place}` });
    });
    const statuses = tally((await Promise.all(sends)).map(({ statusCode }) => statusCode));
    expect(Object.keys(statuses).every((status) => ['201', '204', '404'].includes(status))).toBe(true);
    expect(statuses[204]).toBe(1);
    expect(await app.world.db.selectFrom('rsvps').select('id').execute()).toEqual([]);
  });
});
