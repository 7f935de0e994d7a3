import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshDatabase, freshUrl } from '#testing/database.ts';
import { silentProxy } from '#testing/silent-proxy.ts';
import { PreparingClient } from './prepared.ts';
import type { Schema } from './schema.ts';
import { allowLong, transact } from './transactions.ts';

it('statements on PostgreSQL are prepared once per connection, except those with a list of many values', async () => {
  // The names are shared by all connections of a program, and other tests have used them up. Another address is another module.
  const ownNames = './prepared.ts?own-names';
  const { PreparingClient: Client }: typeof import('./prepared.ts') = await import(ownNames);
  const pool = new Pool({ Client, connectionString: await freshUrl('postgres'), max: 1 });
  onTestFinished(() => pool.end());
  const one = await pool.connect();
  for (const key of ['a', 'b', 'c']) await one.query('select $1::text as fixed', [key]);
  const list = Array.from({ length: 31 }, (_, index) => index);
  await one.query(`select ${list.map((index) => `$${index + 1}::int`).join()}`, list);
  const { rows } = await one.query(
    'select statement, generic_plans + custom_plans as runs from pg_prepared_statements',
  );
  one.release();
  expect(rows).toEqual([{ statement: 'select $1::text as fixed', runs: '3' }]);
});

it('statements on PostgreSQL run again after another program changed their table', async () => {
  const { db } = await freshDatabase('postgres');
  const read = (tx: typeof db) => tx.selectFrom('meta').selectAll().where('key', '=', 'a').execute();
  await transact(db, read);
  await sql`alter table meta add column more integer`.execute(db);
  expect(await transact(db, read)).toEqual([]);
});

it('statements on PostgreSQL leave queries of the pool with a callback as they are', async () => {
  const { pool } = await freshDatabase('postgres');
  expect((await pool?.query('select $1::int as one', [1]))?.rows).toEqual([{ one: 1 }]);
});

it('a transaction of a PostgreSQL that only reads fails with its words, not those of the rollback', async () => {
  const { db } = await freshDatabase('postgres');
  const written = transact(db, async (tx) => {
    await sql`set transaction read only`.execute(tx);
    await sql`delete from meta`.execute(tx);
  });
  await expect(written).rejects.toMatchObject({ code: '25006' });
});

describe('a statement without an answer on PostgreSQL', () => {
  const LIMIT = 100;
  const LONGER = sql`select pg_sleep(0.3)`;

  function limited(connectionString: string) {
    const pool = new Pool({ Client: PreparingClient, connectionString, query_timeout: LIMIT });
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(() => db.destroy());
    return { pool, db };
  }

  it('is given up with its connection, and its transaction is not waited for', async () => {
    const proxy = await silentProxy(await freshUrl('postgres'));
    onTestFinished(() => proxy.stop());
    const { pool, db } = limited(proxy.url);
    const since = performance.now();
    const given = transact(db, async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.silencePresent();
      await sql`select 1`.execute(tx);
    });
    await expect(given).rejects.toThrow('Query read timeout');
    expect(performance.now() - since).toBeLessThan(LIMIT + 1000);
    expect(pool.totalCount).toBe(0);
    await sql`select 1`.execute(db);
    proxy.silencePresent();
    await expect(sql`select ${1}::int`.execute(db)).rejects.toThrow('Query read timeout');
    expect(pool.totalCount).toBe(0);
  });

  it('is waited for as long as its transaction has allowed', async () => {
    const { db } = limited(await freshUrl('postgres'));
    await transact(db, async (tx) => {
      await allowLong(tx, 10_000);
      await LONGER.execute(tx);
    });
    await expect(LONGER.execute(db)).rejects.toThrow('Query read timeout');
    const rolledBack = transact(db, async (tx) => {
      await allowLong(tx, 10_000);
      throw new Error('on purpose');
    });
    await expect(rolledBack).rejects.toThrow('on purpose');
    await expect(LONGER.execute(db)).rejects.toThrow('Query read timeout');
  });

  it('ends a second after the limit that its transaction set', async () => {
    const { db } = limited(await freshUrl('postgres'));
    const cancelled = transact(db, async (tx) => {
      await allowLong(tx, 200);
      await sql`select pg_sleep(5)`.execute(tx);
    });
    await expect(cancelled).rejects.toThrow('canceling statement due to statement timeout');
  });
});
