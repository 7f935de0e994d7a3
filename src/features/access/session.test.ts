import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { type Browser, organisedApp, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { secondDeviceOf } from '#testing/devices.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';

const shared = sharedApp();

const account = (browser: Browser, name: unknown, headers = {}) => browser.send('POST /api/users', { name }, headers);
const visitors = async (app: TestApp) => (await everyRow(app.context.db)).visitors;

it('the device cookie is set by the first successful write, and only then', async () => {
  const app = shared();
  const browser = app.browser();
  for (const call of ['GET /api/events', 'GET /api/users', 'GET /api/rsvps/my', 'GET /api/festival', 'GET /healthz']) {
    expect((await browser.send(call)).headers['set-cookie'], call).toBeUndefined();
  }
  expect((await account(browser, '')).headers['set-cookie']).toBeUndefined();
  const registration = aRegistration('01890000-0000-7000-8000-000000000000');
  expect((await browser.send('POST /api/rsvps', registration)).headers['set-cookie']).toBeUndefined();
  expect(await visitors(app)).toEqual([]);

  const first = await account(browser, 'Alex');
  expect(first.headers['set-cookie']).toMatch(/^fest_id=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await account(browser, 'Robin')).headers['set-cookie']).toBeUndefined();
  expect((await account(browser, 'Alex')).statusCode).toBe(409);
  expect(await visitors(app)).toHaveLength(1);
});

it('the device cookie is also set by an RSVP, even an organiser’s own', async () => {
  const { app, admin } = await organisedApp();
  const { id } = (await admin.send('POST /api/events', anEvent())).json<{ id: string }>();
  for (const [browser, playerName] of [
    [app.browser(), 'Alex'],
    [admin, 'Priya'],
  ] as const) {
    await browser.send('POST /api/rsvps', aRegistration(id, { playerName }));
    expect(browser.cookies.get('fest_id')).toMatch(/^[\w-]{43}$/);
  }
  expect(await visitors(app)).toHaveLength(2);
});

it('the device cookie is not set when the name is taken, nor when an organiser adds a user', async () => {
  const app = shared();
  await account(app.browser(), 'Alex');
  const before = await everyRow(app.context.db);
  const refused = await account(app.browser(), 'ALEX');
  expect(seen(refused)).toEqual({
    status: 409,
    body: { code: 'NAME_TAKEN', message: 'Someone is already called Alex. Add an initial.', field: 'name' },
  });
  expect(refused.cookies).toEqual([]);
  expect(await everyRow(app.context.db)).toEqual(before);
  const admin = await app.admin();
  expect((await account(admin, 'Robin')).cookies).toEqual([]);
  expect(await visitors(app)).toHaveLength(1);
});

it('the device cookie is stored only as its SHA-256', async () => {
  const app = await testApp();
  const browser = app.browser();
  await account(browser, 'Alex');
  const token = browser.cookies.get('fest_id') ?? '';
  const rows = await everyRow(app.context.db);
  const now = app.clock.now().toISOString();
  const { id, ...visitor } = JSON.parse(rows.visitors?.[0] ?? '');
  expect(visitor).toEqual({
    // An HMAC: without the festival’s secret nobody can look up addresses.
    network: expect.not.stringContaining('127.0.0.1'),
    ...{ hold_key: id, created_at: now, calendar_generation: 1 },
  });
  const token_hash = createHash('sha256').update(token).digest('hex');
  expect(JSON.parse(rows.devices?.[0] ?? '')).toEqual({
    ...{ id, visitor_id: id, token_hash, created_at: now, last_seen_at: now },
  });
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('the device cookie is noted as used once an hour', async () => {
  const app = await testApp();
  const [first, started] = [app.browser(), app.clock.now().toISOString()];
  await account(first, 'Alex');
  const second = await secondDeviceOf(app, first);
  const uses = async () => (await everyRow(app.context.db)).devices?.map((row) => JSON.parse(row).last_seen_at).sort();
  app.clock.pass(HOUR - 1);
  await second.send('GET /api/rsvps/my');
  app.clock.pass(1);
  await Promise.all([1, 2, 3].map(() => second.send('GET /api/rsvps/my')));
  const now = app.clock.now().toISOString();
  // No request waits for it.
  await vi.waitFor(async () => expect(await uses()).toEqual([started, now]));
});

it('the device cookie is replaced when it belongs to no visitor', async () => {
  const app = shared();
  for (const made of ['made-up', '', '%00', 'x'.repeat(4000)]) {
    const browser = app.browser();
    browser.cookies.set('fest_id', made);
    expect(seen(await browser.send('GET /api/rsvps/my'))).toEqual({ status: 200, body: [] });
    await account(browser, `Alex ${made.length}`);
    expect(browser.cookies.get('fest_id')).toMatch(/^[\w-]{43}$/);
  }
});

describe('the device cookie on https', () => {
  const secure = /^__Host-fest_id=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
  const plain = /^fest_id=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/;
  const forwarded = { 'x-forwarded-proto': 'https' };
  const behind = (trustProxy: string[] | false) => ({ publicUrl: null, trustProxy });

  it.each([
    ['PUBLIC_URL is https', { publicUrl: 'https://fest.example', trustProxy: false as const }, {}, secure],
    ['PUBLIC_URL is http', { publicUrl: 'http://fest.example', trustProxy: false as const }, forwarded, plain],
    ['a trusted proxy says so', behind(['127.0.0.1']), forwarded, secure],
    ['a trusted proxy says otherwise', behind(['127.0.0.1']), { 'x-forwarded-proto': 'http' }, plain],
    ['a proxy says so that is not trusted', behind(['192.0.2.7']), forwarded, plain],
    ['anybody says so', behind(false), forwarded, plain],
  ])('when %s', async (_, settings, headers, cookie) => {
    const app = await testApp('sqlite', { settings });
    expect((await account(app.browser(), 'Alex', headers)).headers['set-cookie']).toMatch(cookie);
  });

  it('is not read from a name that a sibling domain could set', async () => {
    const app = await testApp('sqlite', { settings: { publicUrl: 'https://fest.example', trustProxy: false } });
    const owner = app.browser();
    const user = await account(owner, 'Alex');
    expect(user.statusCode).toBe(201);
    const planted = app.browser();
    planted.cookies.set('fest_id', owner.cookies.get('__Host-fest_id') ?? '');
    await account(planted, 'Robin');
    expect(await visitors(app)).toHaveLength(2);
  });
});
