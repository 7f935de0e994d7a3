import { expect, it } from 'vitest';
import { organisedApp, seen, testApp } from '#testing/app.ts';

const READ = 'GET /api/admin/first-steps';
const SETTLE = 'PUT /api/admin/first-steps';

it('first steps keeps what several organisers settled at once, and the last word on a step', async () => {
  const app = await testApp();
  const [one, other] = [await app.admin(), await app.admin()];
  expect(seen(await one.send(READ))).toEqual({
    status: 200,
    body: { settled: [], hasOwnPassword: false, publicUrl: null, origin: 'http://festival.test' },
  });
  const settled = await Promise.all([
    one.send(SETTLE, { step: 'poster', as: 'done' }),
    other.send(SETTLE, { step: 'facts', as: 'skipped' }),
  ]);
  expect(settled.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  await one.send(SETTLE, { step: 'facts', as: 'done' });
  expect((await other.send(READ)).json().settled).toEqual([
    { step: 'facts', as: 'done' },
    { step: 'poster', as: 'done' },
  ]);
});

it('tells whether the settings have a password and an address', async () => {
  const settings = { publicUrl: 'https://games.example.org', trustProxy: false, adminPassword: 'x' } as const;
  const app = await testApp('sqlite', { settings });
  const read = seen(await (await app.admin()).send(READ)).body;
  expect(read).toMatchObject({ hasOwnPassword: true, publicUrl: settings.publicUrl, origin: settings.publicUrl });
  expect(JSON.stringify(read)).not.toContain('"x"');
});

it('refuses what is no step or state, and keeps nothing', async () => {
  const { admin: organiser } = await organisedApp();
  for (const body of [{ step: 'poster', as: 'open' }, { step: 'constructor', as: 'done' }, { step: 'poster' }, {}]) {
    expect((await organiser.send(SETTLE, body)).statusCode).toBe(400);
  }
  expect((await organiser.send(READ)).json().settled).toEqual([]);
});
