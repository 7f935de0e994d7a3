import { expect, it } from 'vitest';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { secondDeviceOf } from '#testing/devices.ts';
import { CONSTELLATIONS, rivalsOn } from '#testing/races.ts';
import { aHelper } from '#testing/staff.ts';
import type { AdminUser, OwnAccount, User } from './contract.ts';

const anAccount = async (browser: Browser, name = 'Rosa'): Promise<User> =>
  (await browser.send('POST /api/users', { name })).json<User>();
const mine = async (browser: Browser) => (await browser.send('GET /api/users/my')).json<OwnAccount[]>();
const find = (browser: Browser, code: string) => browser.send(`GET /api/users/by-code/${encodeURIComponent(code)}`);
const codeOf = async (browser: Browser) => (await mine(browser))[0]?.code ?? '';
const pointsDesk = (app: TestApp) => aHelper(app, { role: 'points' });

it('my code is the same on each device of the account, and nobody else has one', async () => {
  const app = await testApp();
  const phone = app.browser();
  const { id } = await anAccount(phone);
  const [account] = await mine(phone);
  expect(account).toMatchObject({ id, name: 'Rosa', code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{6}$/) });
  expect(await mine(await secondDeviceOf(app, phone))).toEqual([account]);
  expect([await mine(app.browser()), await mine(await app.admin())]).toEqual([[], []]);
});

it('my code finds the account for staff, typed or scanned, with its present score and whether a badge was seen', async () => {
  const app = await testApp();
  const phone = app.browser();
  const { id } = await anAccount(phone);
  const code = await codeOf(phone);
  const desk = await pointsDesk(app);
  await desk.send(`POST /api/users/${id}/points`, { points: 5, reason: 'Won' });
  const body = { id, name: 'Rosa', score: 5, revision: 2, shownScore: 5, seenAt: null, group: null };
  const spellings = [
    code,
    code.toLowerCase(),
    `${code.slice(0, 3)}-${code.slice(3)}`,
    `http://here/scoreboard#${code}`,
  ];
  for (const typed of spellings) expect(seen(await find(desk, typed))).toEqual({ status: 200, body });
  expect(seen(await find(desk, 'AAAAAA'))).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Nobody has this code. Check it, or search for the name.', field: 'code' },
  });
});

it('my code counts a badge as seen from the first time on, until it is taken back', async () => {
  const app = await testApp();
  const [desk, admin] = [await pointsDesk(app), await app.admin()];
  const { id } = await anAccount(app.browser());
  const mark = async (isSeen: boolean) =>
    (await desk.send(`PUT /api/users/${id}/seen`, { seen: isSeen })).json<AdminUser>();
  const first = await mark(true);
  expect(first).toMatchObject({ id, seenAt: app.clock.now().toISOString() });
  app.clock.pass(1000);
  expect(await mark(true)).toEqual(first);
  expect((await admin.send('GET /api/admin/users')).json()).toMatchObject([{ id, seenAt: first.seenAt }]);
  expect(await mark(false)).toMatchObject({ seenAt: null });
  expect((await admin.send('GET /api/admin/users')).json()).toMatchObject([{ id, seenAt: null }]);
});

it('is in nothing that others read, but for the festival file of organisers', async () => {
  const app = await testApp();
  const [phone, admin] = [app.browser(), await app.admin()];
  await anAccount(phone);
  const code = await codeOf(phone);
  expect(code).not.toBe('');
  const others = ['/api/users', '/api/names/my', '/scoreboard', '/', '/api/admin/exports/festival.json'];
  for (const address of [...others, '/api/admin/exports/users.csv', '/api/people?q=rosa', '/api/admin/audit']) {
    for (const browser of [app.browser(), admin])
      expect([address, (await browser.send(`GET ${address}`)).body.includes(code)]).toEqual([
        address,
        browser === admin && address.endsWith('festival.json'),
      ]);
  }
});

it.each(CONSTELLATIONS)('two devices that ask first at once see one code, on %s', async (_, dialect, instances) => {
  const rivals = await rivalsOn(dialect, instances);
  const phone = rivals.at(0).browser();
  await anAccount(phone);
  const other = rivals.at(1).browser();
  for (const [name, value] of phone.cookies) other.cookies.set(name, value);
  const codes = await Promise.all([codeOf(phone), codeOf(other)]);
  expect(new Set(codes).size).toBe(1);
});
