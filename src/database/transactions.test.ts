import { describe, expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { transact } from './transactions.ts';

const clash = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });

describe.each(DIALECTS)('%s', (dialect) => {
  it('transact retries up to three times after a conflict with another transaction, from a clean state', async () => {
    const { db } = await freshDatabase(dialect);
    let runs = 0;
    const run = (failures: number) =>
      transact(db, async (tx) => {
        runs += 1;
        await tx
          .insertInto('meta')
          .values({ key: `run ${runs}`, value: '' })
          .execute();
        if (runs <= failures) throw clash();
        return runs;
      });
    expect(await run(2)).toBe(3);
    expect(await db.selectFrom('meta').select('key').execute()).toEqual([{ key: 'run 3' }]);
    runs = 10;
    await expect(run(13)).rejects.toThrow('deadlock detected');
    expect(runs).toBe(13);
    expect(await db.selectFrom('meta').select('key').execute()).toEqual([{ key: 'run 3' }]);
  });

  it('transact does not retry other failures', async () => {
    const { db } = await freshDatabase(dialect);
    let runs = 0;
    const failing = transact(db, async () => {
      runs += 1;
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(runs).toBe(1);
  });
});

it('retries after a deadlock on PostgreSQL', async () => {
  const { db } = await freshDatabase('postgres');
  for (const key of ['a', 'b']) await db.insertInto('meta').values({ key, value: '0' }).execute();
  let met = 0;
  const both = Promise.withResolvers<void>();
  const swap = (first: string, second: string) =>
    transact(db, async (tx) => {
      await tx.updateTable('meta').set({ value: first }).where('key', '=', first).execute();
      met += 1;
      if (met === 2) both.resolve();
      await both.promise;
      await tx.updateTable('meta').set({ value: first }).where('key', '=', second).execute();
    });
  await Promise.all([swap('a', 'b'), swap('b', 'a')]);
  // Without another try it would be 2. The two may meet again before one of them is through.
  expect(met).toBeGreaterThan(2);
});
