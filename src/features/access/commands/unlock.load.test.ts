import { expect, it } from 'vitest';
import { type Browser, PASSWORD, seen, type TestApp, testApp } from '#testing/app.ts';
import { HASH_COST } from './unlock.ts';

const verify = (browser: Browser, password: string, address: string) =>
  browser.send('POST /api/admin/verify', { password }, { 'x-forwarded-for': address });

const SLOW = { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] }, hashCost: HASH_COST };
const together = (app: TestApp, networks: readonly string[]) =>
  Promise.all(
    networks.flatMap((network) =>
      Array.from({ length: 20 }, async (_, n) => {
        const { statusCode } = await verify(app.browser(), 'wrong', `2001:db8:${network}:${n}::1`);
        return statusCode;
      }),
    ),
  );

it('the queue for the hash keeps a place for the right password while three networks flood it', async () => {
  const app = await testApp('sqlite', SLOW);
  const flooding = together(app, ['a', 'b', 'c']);
  const right = verify(app.browser(), PASSWORD, '203.0.113.7');
  expect(seen(await right)).toEqual({ status: 200, body: { valid: true } });
  expect(new Set(await flooding)).toEqual(new Set([200, 503]));
});

it('the queue for the hash counts a guess it turned away against its network, and refunds only the shared budget', async () => {
  const app = await testApp('sqlite', SLOW);
  const statuses = await together(app, ['a', 'b']);
  const looked = statuses.filter((status) => status === 200).length;
  const { db } = app.context;
  const counted = await db
    .selectFrom('admin_guesses')
    .select('failures')
    .where('guesser', 'like', 'address %/48')
    .execute();
  // If turned-away guesses were not counted, the network would never have to wait.
  expect(counted).toEqual([{ failures: 20 }, { failures: 20 }]);
  const spent = await db.selectFrom('minute_budgets').select('used').where('name', '=', 'password').executeTakeFirst();
  expect(spent).toEqual({ used: looked });
  expect(looked).toBeLessThan(40);
});
