/** How long the statements of long work may take on PostgreSQL; those of a request have 3.5 s. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ArchivedList } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { testContext } from '#testing/context.ts';
import { freshDatabase } from '#testing/database.ts';
import { wholeFestival } from './commands.ts';
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
