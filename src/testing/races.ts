/** Contenders in a race: several instances on one database, organisers on each, and a barrier. */
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { DialectName } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { findEvent, lockEvent } from '#features/events/store.ts';
import { type Browser, shared, type TestApp, testApp } from './app.ts';
import { type AtEnd, freshUrl, openUntilEnd } from './database.ts';
import { problemsIn } from './soundness.ts';

/** Database setups of every race. */
export const CONSTELLATIONS = [
  ['SQLite', 'sqlite', 1],
  ['PostgreSQL', 'postgres', 1],
  ['two instances on one PostgreSQL', 'postgres', 2],
] as const;

export type Rivals = {
  readonly dialect: DialectName;
  readonly db: Db;
  /** The instances in turn, and an organiser's browser at each. */
  at(place: number): TestApp;
  readonly organisers: readonly [Browser, Browser];
};

export async function rivalsOn(
  dialect: DialectName,
  instances: number,
  parts: Parameters<typeof testApp>[1] = {},
  atEnd?: AtEnd,
): Promise<Rivals> {
  const url = await freshUrl(dialect, atEnd);
  const apps: TestApp[] = [];
  for (let instance = 0; instance < instances; instance += 1)
    apps.push(await testApp(dialect, { ...parts, url }, atEnd));
  const at = (place: number) => apps[place % apps.length] as TestApp;
  return { dialect, db: at(0).context.db, at, organisers: [await at(0).admin(), await at(1).admin()] };
}

/** One round; its number makes names unique. */
export type Race = (rivals: Rivals, round: number) => Promise<void>;

/** Runs each race on each database setup, and judges the database after each round. */
export const describeRaces = (races: readonly (readonly [name: string, race: Race])[], rounds: number): void =>
  describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
    const rivals = shared((atEnd) => rivalsOn(dialect, instances, {}, atEnd));
    it.each(races)('%s', { timeout: 60_000 }, (name, race) => runRaces(rivals(), [[name, rounds, race]]));
  });

/** Runs races one after the other on one database. */
export async function runRaces(
  rivals: Rivals,
  races: readonly (readonly [name: string, rounds: number, race: Race])[],
): Promise<void> {
  for (const [name, rounds, race] of races) {
    for (let round = 0; round < rounds; round += 1) {
      await race(rivals, round).catch((cause: unknown) => {
        throw new Error(`${name}, round ${round}: ${cause}`, { cause });
      });
    }
    expect([name, await problemsIn(rivals.db, rivals.dialect)]).toEqual([name, []]);
  }
}

const PATIENCE_MS = 30_000;

/**
 * Retries when the machine is too busy, also to wait for a connection to PostgreSQL, which does not matter for a race.
 * @throws Error with what the server says, when it says so for half a minute.
 */
export async function send(browser: Browser, ...request: Parameters<Browser['send']>) {
  const since = performance.now();
  for (;;) {
    const answer = await browser.send(...request);
    if (answer.statusCode !== 503) return answer;
    if (performance.now() - since > PATIENCE_MS) throw new Error(`${request[0]} is busy for ever: ${answer.body}`);
  }
}

export const register = (browser: Browser, eventId: string, playerName: string) =>
  send(browser, 'POST /api/rsvps', { eventId, playerName });
export const joinLine = (browser: Browser, eventId: string, playerName: string) =>
  send(browser, 'POST /api/waiting', { eventId, playerName });

/** An event with places of phones, named Holder 0, Holder 1. */
export async function heldEvent(rivals: Rivals, capacity: number, holders = capacity) {
  const id = await rivals.at(0).event({ capacity });
  const held: { phone: Browser; place: string }[] = [];
  for (let n = 0; n < holders; n += 1) {
    const phone = rivals.at(n).browser();
    held.push({ phone, place: (await register(phone, id, `Holder ${n}`)).json<{ id: string }>().id });
  }
  return { id, held, first: held[0] as (typeof held)[number] };
}

export const namesIn = async ({ db }: Rivals, table: 'rsvps' | 'waiting_entries', eventId: string): Promise<string[]> =>
  (await db.selectFrom(table).select('player_name as name').where('event_id', '=', eventId).execute())
    .map(({ name }) => name)
    .sort();

/** Seats taken, capacity, people waiting. */
export const seatsOf = async ({ db }: Rivals, eventId: string) => {
  const event = await findEvent(db, eventId);
  return [event?.currentRegistrations, event?.capacity, event?.waiting];
};

/** Counts the responses by status. */
export function tally(answers: readonly { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

/** Returns a barrier: nobody continues before `count` callers have reached it. */
export function meeting(count: number): () => Promise<void> {
  let missing = count;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}

/** Waits until exactly `count` connections to this PostgreSQL database wait for a lock. */
export const untilBlocked = (db: Db, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(count);
    },
    { timeout: 10_000 },
  );

/**
 * Sends a request that must wait for the event's lock on PostgreSQL, and commits what `happens` before it. Returns the
 * request's answer.
 */
export async function overtake<T>(
  db: Db,
  eventId: string,
  request: () => Promise<T>,
  happens: (tx: Db) => Promise<unknown>,
): Promise<T> {
  const { answer } = await db.transaction().execute(async (tx) => {
    await lockEvent(tx, eventId);
    const answer = request();
    // The caller handles a refusal, once the lock is free.
    answer.catch(() => undefined);
    await untilBlocked(db, 1);
    await happens(tx);
    return { answer };
  });
  return answer;
}

/** Name of each constraint on PostgreSQL, and its text in SQLite's table. */
const GUARDS = {
  'seats within capacity': [
    'events',
    'seats_within_capacity',
    ', constraint seats_within_capacity check (seats_taken between 0 and capacity)',
  ],
  'nobody waits in vain': [
    'events',
    'nobody_waits_in_vain',
    ", constraint nobody_waits_in_vain check (waiting = 0 or (seats_taken >= capacity and status <> 'completed' and bracket_drawn = 0))",
  ],
  'one place a name': ['rsvps', 'rsvps_event_id_name_key_key', ', unique (event_id, name_key)'],
  'a place belongs to an event': ['rsvps', 'rsvps_event_id_fkey', ' references events (id) on delete cascade'],
  'one user a name': ['users', 'users_name_key_key', ' unique'],
  'one claim a key': ['idempotency_keys', 'idempotency_keys_pkey', ' primary key'],
  'a result belongs to a bracket': [
    'bracket_results',
    'bracket_results_event_id_fkey',
    ' references brackets (event_id) on delete cascade',
  ],
  'one result a place of the list': ['bracket_results', 'bracket_results_pkey', ', primary key (event_id, sequence)'],
  'one bracket an event': ['brackets', 'brackets_pkey', ' primary key'],
} as const;

export type Guard = keyof typeof GUARDS;

async function takeAway(db: Db, dialect: DialectName, guard: Guard): Promise<void> {
  const [table, constraint, clause] = GUARDS[guard];
  if (dialect === 'postgres') {
    await sql.raw(`alter table ${table} drop constraint ${constraint}`).execute(db);
    return;
  }
  // SQLite cannot drop a constraint, so the table is recreated without it.
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema where name = ${table}`.execute(db);
  const text = (rows[0]?.sql ?? '').replace(/\s+/g, ' ');
  expect(text).toContain(clause);
  await sql.raw(`drop table ${table}`).execute(db);
  await sql.raw(text.replace(clause, '').replace(', without rowid', '')).execute(db);
}

export type Unguarded = { readonly db: Db; readonly dbs: readonly [Db, Db] };

/** Two connections to one fresh database without `guards`. */
export async function unguarded(dialect: DialectName, guards: readonly Guard[]): Promise<Unguarded> {
  const url = await freshUrl(dialect);
  const dbs = [(await openUntilEnd(url)).db, (await openUntilEnd(url)).db] as const;
  if (dialect === 'sqlite' && guards.length > 0) for (const db of dbs) await sql`pragma foreign_keys = off`.execute(db);
  for (const guard of guards) await takeAway(dbs[0], dialect, guard);
  return { db: dbs[0], dbs };
}
