import { expect, it } from 'vitest';
import type { AuditEntry } from '#features/audit/contract.ts';
import { DAY, HOUR } from '#platform/durations.ts';
import { type Browser, PASSWORD, seen, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import type { AdminSession, WrongGuessPage } from './contract.ts';
import { addWrongGuess } from './store/tries.ts';

const sessions = async (browser: Browser) => (await browser.send('GET /api/admin/sessions')).json<AdminSession[]>();
const guesses = async (browser: Browser, page = 1) =>
  (await browser.send(`GET /api/admin/wrong-guesses?page=${page}`)).json<WrongGuessPage>();
const isAdmin = async (browser: Browser) =>
  (await browser.send('GET /api/admin/session')).json<{ admin: boolean }>().admin;
const changes = async (browser: Browser) => (await browser.send('GET /api/admin/audit')).json<AuditEntry[]>();

async function byPassword(app: TestApp): Promise<Browser> {
  const browser = app.browser();
  await browser.send('POST /api/admin/verify', { password: PASSWORD });
  return browser;
}

it('admin sessions are listed with how and when they began, without their tokens', async () => {
  const app = await testApp();
  const start = app.clock.now().toISOString();
  const one = await byPassword(app);
  app.clock.pass(HOUR);
  const two = await app.admin();
  const now = app.clock.now().toISOString();
  const listed = await sessions(one);
  const { id: mine } = listed.find(({ current }) => current) ?? { id: '' };
  const { id: other } = listed.find(({ current }) => !current) ?? { id: '' };
  const shared = { name: null, lastSeenAt: now };
  expect(listed.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))).toEqual([
    { id: mine, short: mine.slice(-8), createdAt: start, openedBy: 'password', current: true, ...shared },
    { id: other, short: other.slice(-8), createdAt: now, openedBy: 'link', current: false, ...shared },
  ]);
  const told = JSON.stringify(listed);
  for (const token of [...one.cookies.values(), ...two.cookies.values()]) expect(told).not.toContain(token);
  for (const { token_hash } of await app.context.db.selectFrom('admin_sessions').select('token_hash').execute()) {
    expect(told).not.toContain(token_hash);
  }
});

it('admin sessions say who unlocked them, also once they are ended', async () => {
  const app = await testApp();
  const [one, mira] = [await app.admin(), app.browser()];
  await mira.send('POST /api/admin/verify', { password: PASSWORD, name: 'Mira' });
  const { id = '', short, name } = (await sessions(mira)).find(({ current }) => current) ?? {};
  await one.send(`DELETE /api/admin/sessions/${id}`);
  expect([name, (await changes(one))[0]]).toEqual([
    'Mira',
    expect.objectContaining({ action: 'session ended', subject: `Mira, session ${short}` }),
  ]);
});

it('admin sessions get a name, which the changes of that session have too, and no others', async () => {
  const app = await testApp();
  const [one, mira, bo] = [await app.admin(), await app.admin(), app.browser()];
  await bo.send('POST /api/admin/verify', { password: PASSWORD, name: 'Bo' });
  for (const [browser, name] of [
    [one, 'A'],
    [mira, 'B'],
    [bo, 'C'],
  ] as const)
    await browser.send('POST /api/users', { name });
  for (const browser of [mira, bo])
    expect(seen(await browser.send('PUT /api/admin/session', { name: 'Mira' }))).toEqual({ status: 204, body: null });
  expect((await sessions(mira)).find(({ current }) => current)?.name).toBe('Mira');
  await mira.send('POST /api/users', { name: 'D' });
  const made = (await changes(one)).map(({ subject, byName }) => [subject, byName]).toSorted();
  expect(made).toEqual([
    ['A', null],
    ['B', 'Mira'],
    ['C', 'Bo'],
    ['D', 'Mira'],
  ]);
});

it('admin sessions are not listed after they expired', async () => {
  const app = await testApp();
  await app.admin();
  app.clock.pass(4 * HOUR);
  expect(await sessions(await app.admin())).toHaveLength(1);
});

it('admin sessions are ended one by one, once, and recorded', async () => {
  const app = await testApp();
  const [one, two, three] = [await app.admin(), await app.admin(), await app.admin()];
  const { id = '', short } = (await sessions(two)).find(({ current }) => current) ?? {};
  expect(seen(await one.send(`DELETE /api/admin/sessions/${id}`))).toEqual({ status: 204, body: null });
  expect(await Promise.all([one, two, three].map(isAdmin))).toEqual([true, false, true]);
  const before = await everyRow(app.context.db);
  expect(seen(await one.send(`DELETE /api/admin/sessions/${id}`))).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'This session has ended already.' },
  });
  expect(await everyRow(app.context.db)).toEqual(before);
  expect(await changes(one)).toEqual([
    expect.objectContaining({ action: 'session ended', subject: `session ${short}`, before: null, after: null }),
  ]);
});

it('admin sessions are all ended but the caller’s own, and recorded if there was any', async () => {
  const app = await testApp();
  const [one, two, three] = [await app.admin(), await app.admin(), await app.admin()];
  expect(seen(await one.send('DELETE /api/admin/sessions'))).toEqual({ status: 204, body: null });
  expect(await Promise.all([one, two, three].map(isAdmin))).toEqual([true, false, false]);
  expect((await one.send('DELETE /api/admin/sessions')).statusCode).toBe(204);
  expect((await changes(one)).map(({ action }) => action)).toEqual(['other sessions ended']);
});

it('wrong guesses are shown for a day by address or device, also after the right password', async () => {
  const app = await testApp();
  const guess = (browser: Browser, password = 'wrong') => browser.send('POST /api/admin/verify', { password });
  const [stranger, device] = [app.browser(), app.browser()];
  const made = await device.send('POST /api/users', { name: 'Alex' });
  expect(made.statusCode).toBe(201);
  await guess(stranger);
  await guess(stranger);
  const early = app.clock.now().toISOString();
  app.clock.pass(HOUR);
  await guess(device);
  await guess(device, PASSWORD);
  const late = app.clock.now().toISOString();
  expect(await guesses(device)).toEqual({
    count: 3,
    guessers: 2,
    list: [
      { from: 'device', address: null, count: 1, lastAt: late },
      { from: 'address', address: '127.0.0.1', count: 2, lastAt: early },
    ],
  });
  app.clock.pass(1000);
  await guess(device);
  expect((await guesses(device)).list[0]).toMatchObject({ from: 'organiser', address: null, count: 1 });
  app.clock.pass(DAY);
  expect(await guesses(await app.admin())).toEqual({ count: 0, guessers: 0, list: [] });
});

it('wrong guesses are not counted while the guesser has to wait', async () => {
  const app = await testApp();
  for (let tries = 0; tries < 9; tries += 1) {
    await app.browser().send('POST /api/admin/verify', { password: 'wrong' });
  }
  app.clock.pass(30_000);
  expect((await guesses(await app.admin())).count).toBe(5);
});

it('wrong guesses from ever new networks are paged, and share one row after the first hundred of an hour', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
  const now = app.clock.now().toISOString();
  for (let network = 0; network < 101; network += 1)
    await addWrongGuess(app.context.db, `address ${network}`, now, 100);
  const from = { 'x-forwarded-for': '2001:db8:1:2::7' };
  await app.browser().send('POST /api/admin/verify', { password: 'wrong' }, from);
  const organiser = await app.admin();
  expect(await guesses(organiser)).toMatchObject({ count: 102, guessers: 101 });
  expect((await guesses(organiser)).list).toHaveLength(10);
  expect((await guesses(organiser, 11)).list).toEqual([{ from: 'others', address: null, count: 2, lastAt: now }]);
  for (const page of ['0', 'x', '-1', '1.5']) {
    expect((await organiser.send(`GET /api/admin/wrong-guesses?page=${page}`)).statusCode).toBe(400);
  }
});
