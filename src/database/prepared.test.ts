import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '#testing/database.ts';
import { transact } from './transactions.ts';

describe('statements on PostgreSQL', () => {
  it('are prepared once per connection', async () => {
    const { db } = await freshDatabase('postgres');
    const counts = await db.connection().execute(async (one) => {
      for (const key of ['a', 'b', 'c']) await one.selectFrom('meta').selectAll().where('key', '=', key).execute();
      const { rows } = await sql<{ statement: string; runs: string }>`
        select statement, generic_plans + custom_plans as runs from pg_prepared_statements
        where statement like '%meta%'`.execute(one);
      return rows;
    });
    expect(counts).toEqual([{ statement: 'select * from "meta" where "key" = $1', runs: '3' }]);
  });

  it('run again after another program changed their table', async () => {
    const { db } = await freshDatabase('postgres');
    const read = (tx: typeof db) => tx.selectFrom('meta').selectAll().where('key', '=', 'a').execute();
    await transact(db, read);
    await sql`alter table meta add column more integer`.execute(db);
    expect(await transact(db, read)).toEqual([]);
  });

  it('leave queries of the pool with a callback as they are', async () => {
    const { pool } = await freshDatabase('postgres');
    expect((await pool?.query('select $1::int as one', [1]))?.rows).toEqual([{ one: 1 }]);
  });
});
