import { expect, it } from 'vitest';
import { addVisitor } from '#features/access/store/callers.ts';
import { HOUR } from '#platform/durations.ts';
import { testContext } from '#testing/context.ts';
import { freshDatabase } from '#testing/database.ts';
import { forgetNetworks } from './jobs.ts';

it('forgetNetworks clears the networks of visitors older than 48 hours, in any number', async () => {
  const context = await testContext(await freshDatabase('sqlite'));
  const ago = (milliseconds: number) => new Date(context.now().getTime() - milliseconds).toISOString();
  await addVisitor(context.db, { id: 'new', tokenHash: 'new', network: 'n', now: ago(48 * HOUR) });
  const rows = Array.from({ length: 1001 }, (_, n) => ({
    ...{ id: `old ${n}`, hold_key: `${n}`, network: 'n', created_at: ago(48 * HOUR + 1) },
  }));
  for (let start = 0; start < rows.length; start += 500) {
    await context.db
      .insertInto('visitors')
      .values(rows.slice(start, start + 500))
      .execute();
  }
  expect(await forgetNetworks.run(context)).toBe(1001);
  const kept = context.db.selectFrom('visitors').select('id').where('network', 'is not', null);
  expect(await kept.execute()).toEqual([{ id: 'new' }]);
  expect(await forgetNetworks.run(context)).toBe(0);
});
