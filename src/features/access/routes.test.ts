import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { type Browser, organisedApp, PASSWORD, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { settlePassword } from './commands/unlock.ts';

const shared = sharedApp();

const verify = (browser: Browser, password: unknown) => browser.send('POST /api/admin/verify', { password });
const session = async (browser: Browser) => (await browser.send('GET /api/admin/session')).json();
const right = { status: 200, body: { valid: true } };
const wrong = { status: 200, body: { valid: false } };

it('the admin password opens a session in this browser only, and logout ends it', async () => {
  const app = shared();
  const [organiser, other] = [app.browser(), app.browser()];
  expect(await session(organiser)).toEqual({ admin: false });
  expect(seen(await verify(organiser, PASSWORD))).toEqual(right);
  expect([await session(organiser), await session(other)]).toEqual([{ admin: true }, { admin: false }]);

  const stolen = app.browser();
  for (const [name, value] of organiser.cookies) stolen.cookies.set(name, value);
  const left = await organiser.send('POST /api/admin/logout');
  expect(seen(left)).toEqual({ status: 204, body: null });
  expect(left.headers['set-cookie']).toBe('fest_admin=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict');
  expect([await session(organiser), await session(stolen)]).toEqual([{ admin: false }, { admin: false }]);
  expect(seen(await organiser.send('POST /api/admin/logout'))).toEqual({ status: 204, body: null });
});

it('the admin password answers 200 {valid: false} without a cookie to any other', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
  const others = ['wrong', '', `${PASSWORD} `, PASSWORD.toUpperCase(), `${PASSWORD}\0`, '\ud800'];
  for (const [index, password] of others.entries()) {
    const browser = app.browser();
    const address = { 'x-forwarded-for': `192.0.2.${index}` };
    const answer = await browser.send('POST /api/admin/verify', { password }, address);
    expect([password, seen(answer), answer.cookies]).toEqual([password, wrong, []]);
    expect(await session(browser)).toEqual({ admin: false });
  }
  expect((await everyRow(app.context.db)).admin_sessions).toEqual([]);
});

it('the admin password ends every session when it changes, and none when it stays the same', async () => {
  const app = shared();
  const organisers = [await app.admin(), await app.admin()];
  await settlePassword(app.context, PASSWORD);
  expect(await Promise.all(organisers.map(session))).toEqual([{ admin: true }, { admin: true }]);
  await settlePassword(app.context, 'a quite different one');
  expect(await Promise.all(organisers.map(session))).toEqual([{ admin: false }, { admin: false }]);
  expect(seen(await verify(app.browser(), PASSWORD))).toEqual(wrong);
  expect(seen(await verify(app.browser(), 'a quite different one'))).toEqual(right);
});

it('the admin password ends a session after 4 h without use and after 24 h at most', async () => {
  const app = await testApp();
  const [idle, busy] = [await app.admin(), await app.admin()];
  for (let hour = 0; hour < 21; hour += 3) {
    app.clock.pass(3 * HOUR);
    expect(await session(busy)).toEqual({ admin: true });
  }
  expect(await session(idle)).toEqual({ admin: false });
  app.clock.pass(3 * HOUR - 1);
  expect(await session(busy)).toEqual({ admin: true });
  app.clock.pass(1);
  expect(await session(busy)).toEqual({ admin: false });
});

it('verify refuses what is no password, and writes nothing', async () => {
  const app = shared();
  const before = await everyRow(app.context.db);
  for (const [password, message] of [
    [undefined, 'Password is missing.'],
    [null, 'Password must be text.'],
    [16, 'Password must be text.'],
    [['a'], 'Password must be text.'],
    ['x'.repeat(1025), 'Password is longer than 1024 characters.'],
  ]) {
    const answer = await verify(app.browser(), password);
    expect(seen(answer)).toEqual({ status: 400, body: { code: 'BAD_INPUT', message, field: 'password' } });
  }
  expect(await everyRow(app.context.db)).toEqual(before);
});

describe('a session’s cookie', () => {
  const cookiesOf = async (app: TestApp, headers = {}) =>
    (await app.browser().send('POST /api/admin/verify', { password: PASSWORD }, headers)).headers['set-cookie'];

  it('is SameSite=Strict and HttpOnly', async () => {
    expect(await cookiesOf(await testApp())).toEqual([
      expect.stringMatching(/^fest_admin=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^fest_organiser=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  it('is Secure and __Host- on https', async () => {
    const app = await testApp('sqlite', { settings: { publicUrl: 'https://fest.example', trustProxy: false } });
    expect(await cookiesOf(app)).toEqual([
      expect.stringMatching(/^__Host-fest_admin=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(
        /^__Host-fest_organiser=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  it('is not stored anywhere in plain text', async () => {
    const { app, admin: organiser } = await organisedApp();
    const stored = JSON.stringify(await everyRow(app.context.db));
    expect(stored).toContain('token_hash');
    for (const value of [...organiser.cookies.values(), PASSWORD]) expect(stored).not.toContain(value);
  });

  it('opens nothing when it is invented', async () => {
    const app = shared();
    await app.admin();
    for (const made of ['', 'x', randomBytes(32).toString('base64url'), '%00', '"quoted"']) {
      const stranger = app.browser();
      stranger.cookies.set('fest_admin', made);
      expect(await session(stranger)).toEqual({ admin: false });
    }
  });
});

it('says where a browser learns whether it kept the cookie, only with an answer that gives one', async () => {
  const app = await testApp();
  const [browser, stranger] = [app.browser(), app.browser()];
  const sent = async (from: typeof browser, call: string, body: object) => {
    const answer = await from.send(call, body);
    const [path, field = ''] = String(answer.headers['x-known-at'] ?? '').split(' ');
    if (!path) return null;
    return [from, stranger].map(async (one) => (await one.send(`GET ${path}`)).json()[field]);
  };
  const both = async (asked: Promise<Promise<unknown>[] | null>) => Promise.all((await asked) ?? []);
  expect(await both(sent(browser, 'POST /api/users', { name: 'Alex' }))).toEqual([true, false]);
  expect(await both(sent(browser, 'POST /api/users', { name: 'Robin' }))).toEqual([]);
  expect(await both(sent(browser, 'POST /api/admin/verify', { password: 'wrong' }))).toEqual([]);
  expect(await both(sent(browser, 'POST /api/admin/verify', { password: PASSWORD }))).toEqual([true, false]);
});
