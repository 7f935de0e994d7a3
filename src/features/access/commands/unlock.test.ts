import { argon2Sync } from 'node:crypto';
import { expect, it } from 'vitest';
import { readMeta } from '#database/meta.ts';
import { testContext } from '#testing/context.ts';
import { freshDatabase, freshUrl, openUntilEnd } from '#testing/database.ts';
import { guessingOf } from '../rules/sessions.ts';
import { HASH_COST, readSecret, settlePassword, unlock } from './unlock.ts';

const opens = async (context: Awaited<ReturnType<typeof testContext>>, password: string) =>
  (await unlock(
    context,
    { password },
    guessingOf({ mark: 'test', visitorId: null, network: { key: '', wider: null } }),
  )) !== null;

it('the first start makes a password of 79 bits, shows it once and stores only its hash', async () => {
  const context = { ...(await testContext(await freshDatabase('sqlite'))), hashCost: HASH_COST };
  const made = await settlePassword(context, null);
  expect(made).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
  expect(await settlePassword(context, null)).toBeNull();
  const [, salt = '', tag] = (await readMeta(context.db, 'admin password'))?.split(':') ?? [];
  // OWASP's parameters.
  const cost = { parallelism: 1, tagLength: 32, memory: 19 * 1024, passes: 2 };
  const hashed = argon2Sync('argon2id', { message: made ?? '', nonce: Buffer.from(salt, 'base64url'), ...cost });
  expect([salt.length, tag]).toEqual([22, hashed.toString('base64url')]);
  expect([await opens(context, made ?? ''), await opens(context, 'wrong')]).toEqual([true, false]);
});

it('the first start makes one password and one secret when two instances start together', async () => {
  const url = await freshUrl('sqlite');
  const connections = [await openUntilEnd(url), await openUntilEnd(url)] as const;
  const secrets = await Promise.all(connections.map(({ db }) => readSecret(db)));
  expect(new Set(secrets).size).toBe(1);
  const worlds = [await testContext(connections[0]), await testContext(connections[1])] as const;
  const made = await Promise.all(worlds.map((context) => settlePassword(context, null)));
  const told = made.filter((password) => password !== null);
  expect(told).toHaveLength(1);
  expect(await opens(worlds[0], told[0] ?? '')).toBe(true);
});

it('the first start takes a password that is set later, and keeps it when it is no longer set', async () => {
  const context = await testContext(await freshDatabase('sqlite'));
  const made = (await settlePassword(context, null)) ?? '';
  expect(await settlePassword(context, 'chosen by the team')).toBeNull();
  expect([await opens(context, 'chosen by the team'), await opens(context, made)]).toEqual([true, false]);
  expect(await settlePassword(context, null)).toBeNull();
  expect(await opens(context, 'chosen by the team')).toBe(true);
});

it('the first start does not accept the old password while it is being changed', async () => {
  const context = await testContext(await freshDatabase('sqlite'));
  await settlePassword(context, 'the old one');
  // Passwords are checked one at a time, so some tries are still queued when the change is written.
  const tries = Array.from({ length: 10 }, (_, index) =>
    unlock(
      context,
      { password: 'the old one' },
      guessingOf({ mark: null, visitorId: null, network: { key: `${index}`, wider: null } }),
    ),
  );
  const [opened] = await Promise.all([Promise.all(tries), settlePassword(context, 'the new one')]);
  expect(opened).toContain(null);
  expect(await context.db.selectFrom('admin_sessions').select('id').execute()).toEqual([]);
});
