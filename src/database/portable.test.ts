import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { askWritable, asRefusal, brokeUnique, fromFlag, isAway, toFlag, worthAnotherTry } from './portable.ts';
import type { Db } from './schema.ts';

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing failed',
    (error: unknown) => error,
  );

const user = { id: 'a', name: 'Alex', name_key: 'alex', score: 0, visitor_id: null, created_at: '' };
const insert = (db: Db, said: object) =>
  failure(
    db
      .insertInto('users')
      .values({ ...user, ...said })
      .execute(),
  );

describe.each(DIALECTS)('%s', (dialect) => {
  it('errors are recognised by their codes', async () => {
    const { db } = await freshDatabase(dialect);
    await db.insertInto('users').values(user).execute();
    const verdict = (error: unknown) => [brokeUnique(error), isAway(error)];
    expect(verdict(await insert(db, { id: 'b' }))).toEqual([true, false]);
    expect(verdict(await insert(db, { name_key: 'b' }))).toEqual([true, false]);
    expect(verdict(await insert(db, { id: 'b', name_key: 'b', visitor_id: 'gone' }))).toEqual([false, false]);
    expect(verdict(await insert(db, { id: 'b', name_key: 'b', score: -9_999_999 }))).toEqual([false, false]);
    expect(verdict(await failure(sql`select * from nowhere`.execute(db)))).toEqual([false, false]);
  });
});

const coded = (more: object, message = 'it failed') => Object.assign(new Error(message), more);

it.each([
  [coded({ code: 'ECONNREFUSED' }), true],
  [coded({ code: '57P01' }), true],
  [coded({ code: '57P03' }), true],
  [coded({ code: '57014' }), true],
  [coded({ code: '08006' }), true],
  [coded({ code: '53300' }), true],
  [coded({}, 'timeout exceeded when trying to connect'), true],
  [coded({}, 'Connection terminated unexpectedly'), true],
  [coded({}, 'Query read timeout'), true],
  [coded({}, 'Client was closed and is not queryable'), true],
  [coded({ errcode: 5 }), true],
  [coded({ errcode: 517 }), true],
  [coded({ errcode: 10 }), true],
  [coded({ errcode: 1 }), false],
  [coded({ code: '23505' }), false],
  [coded({}), false],
  ['a text', false],
  [null, false],
])('whether the database is unavailable: %o', (error, away) => {
  expect(isAway(error)).toBe(away);
  const refusal = { code: 'BUSY', status: 503, retryAfter: 2 };
  if (away) expect(asRefusal(error)).toMatchObject(refusal);
  else expect(asRefusal(error)).toBe(error);
});

it.each(['42P01', '42703'])('asks to try again when a newer program has taken away a table or column: %s', (code) => {
  expect(asRefusal(coded({ code }))).toMatchObject({ code: 'BUSY', status: 503 });
});

it('only deadlocks and serialisation failures are retried', () => {
  const retried = ['40001', '40P01', '23505', ''].filter((code) => worthAnotherTry(coded({ code })));
  expect(retried).toEqual(['40001', '40P01']);
});

it('flags are 0 and 1', () => {
  expect([toFlag(false), toFlag(true), fromFlag(0), fromFlag(1)]).toEqual([0, 1, false, true]);
});

it('takes a SQLite file that only reads as away, also when nothing but readiness asks', async () => {
  const { db } = await freshDatabase('sqlite');
  await askWritable(db);
  await sql`pragma query_only = on`.execute(db);
  const error = await askWritable(db).catch((reason: unknown) => reason);
  expect([error instanceof Error, isAway(error)]).toEqual([true, true]);
});
