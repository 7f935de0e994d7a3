/** How long the statements of long work may take on PostgreSQL; those of a request have 3.5 s. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ArchivedList } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { NOBODY, testContext } from '#testing/context.ts';
import { freshDatabase } from '#testing/database.ts';
import { importFestival, wholeFestival } from './commands.ts';
import type { FestivalFile } from './contract.ts';
import { lockArchive } from './store.ts';

const limitIn = async (tx: Db) =>
  (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(tx)).rows[0]?.statement_timeout;

it('gives imports and exports more time than a request', async () => {
  const connection = await freshDatabase('postgres');
  const context = await testContext(connection);
  const limits: Record<string, unknown> = { request: await transact(connection.db, limitIn) };
  limits.import = await transact(connection.db, async (tx) => {
    await lockArchive(tx);
    return limitIn(tx);
  });
  const list = { key: 'limit', read: limitIn } as unknown as ArchivedList;
  limits.export = (await wholeFestival(context, 'Games', [{ archived: list }])) as unknown;
  limits.afterwards = await transact(connection.db, limitIn);
  expect(limits).toEqual({
    request: '3500ms',
    import: '20s',
    export: expect.objectContaining({ limit: '20s' }),
    afterwards: '3500ms',
  });
});

it('prepares what takes long before the transaction of an import, which PostgreSQL ends when it waits', async () => {
  const connection = await freshDatabase('postgres');
  const context = await testContext(connection);
  const whole = await wholeFestival(context, 'Games', []);
  const lists = ['events', 'users', 'games', 'rsvps', 'waiting', 'uploads', 'audit'];
  const file = { ...whole, ...Object.fromEntries(lists.map((key) => [key, []])), pictures: ['a'] };
  const seen: unknown[] = [];
  const list = {
    key: 'pictures',
    async prepare(rows: string[]) {
      const open = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(connection.db);
      seen.push(open.rows[0]?.n);
      return rows.map((row) => `${row} prepared`);
    },
    write: async (_: Db, rows: string[]) => void seen.push(...rows),
  } as unknown as ArchivedList;
  await importFestival(context, NOBODY, file as unknown as FestivalFile, [{ archived: list }]);
  expect(seen).toEqual([0, 'a prepared']);
});
