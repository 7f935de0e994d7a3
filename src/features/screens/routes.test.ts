import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { MINUTE } from '#platform/durations.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import type { StaffScreen } from './contract.ts';
import { MOST_SCREENS } from './limits.ts';
import { FIRST_PLAYLIST } from './rules/pages.ts';

const PAGES = [
  { kind: 'now-here', seconds: 20 },
  { kind: 'tournament', seconds: 30, eventId: 'e-1' },
] as const;

it('named screens are made, arranged, read by everybody without what they last showed, and removed', async () => {
  const app = await testApp();
  const [admin, wall] = [await app.admin(), app.browser()];
  const plan = { location: 'Arcade', pages: PAGES };
  const made = await admin.send('PUT /api/screens/arcade-1', plan);
  const screen = { name: 'arcade-1', location: 'Arcade', pages: PAGES, now: null, revision: 1 };
  expect(seen(made)).toEqual({
    status: 200,
    body: { ...screen, isPaired: false, lastSeenAt: null, strangerSeenAt: null, shows: null },
  });
  expect((await wall.send('GET /api/screens/arcade-1')).json()).toEqual(screen);
  expect((await wall.send('POST /api/screens/arcade-1/seen', { shows: { kind: 'now-here' } })).statusCode).toBe(204);
  expect((await admin.send('GET /api/screens')).json()).toEqual([
    {
      ...screen,
      lastSeenAt: app.clock.now().toISOString(),
      strangerSeenAt: null,
      isPaired: false,
      shows: { kind: 'now-here' },
    },
  ]);
  const now = { kind: 'messages', seconds: 15 };
  expect((await admin.send('PUT /api/screens/arcade-1/now', { page: now })).json()).toMatchObject({
    now,
    revision: 1,
  });
  expect((await wall.send('GET /api/screens/arcade-1')).json()).toMatchObject({ now, pages: PAGES });
  expect((await admin.send('PUT /api/screens/arcade-1/now', { page: null })).json()).toMatchObject({ now: null });
  expect((await admin.send('DELETE /api/screens/arcade-1')).statusCode).toBe(204);
  expect((await wall.send('GET /api/screens/arcade-1')).statusCode).toBe(404);
  expect((await wall.send('POST /api/screens/arcade-1/seen', { shows: { kind: 'now-here' } })).statusCode).toBe(404);
});

it('named screens keep their walls under a new name, which no other screen has', async () => {
  const app = await testApp();
  const [admin, wall] = [await app.admin(), app.browser()];
  await admin.send('PUT /api/screens/arcade', { pages: PAGES });
  await admin.send('PUT /api/screens/lobby', { pages: PAGES });
  const taken = await admin.send('PUT /api/screens/arcade', { name: 'lobby', pages: PAGES });
  expect(seen(taken)).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN', field: 'name' } });
  const renamed = await admin.send('PUT /api/screens/arcade', { name: 'games', location: 'Arcade', pages: PAGES });
  expect(renamed.json()).toMatchObject({ name: 'games', location: 'Arcade', revision: 2 });
  expect((await wall.send('GET /api/screens/arcade')).json()).toMatchObject({ name: 'games', location: 'Arcade' });
  expect((await wall.send('POST /api/screens/arcade/seen', { shows: { kind: 'messages' } })).statusCode).toBe(204);
  expect((await admin.send('GET /api/screens')).json()).toMatchObject([
    { name: 'games', shows: { kind: 'messages' } },
    { name: 'lobby', shows: null },
  ]);
  await admin.send('PUT /api/screens/arcade', { pages: PAGES });
  expect((await wall.send('GET /api/screens/arcade')).json()).toMatchObject({ name: 'arcade', location: null });
  await wall.send('POST /api/screens/arcade/seen', { shows: { kind: 'standings' } });
  expect((await admin.send('GET /api/screens')).json()).toMatchObject([
    { name: 'arcade', shows: { kind: 'standings' } },
    { name: 'games', shows: { kind: 'messages' } },
    { name: 'lobby' },
  ]);
});

it('named screens keep the plan of the first of two organisers who saw the same', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const save = async (name: string, seconds: number, expectedRevision: number) => {
    const answer = await admin.send(`PUT /api/screens/${name}`, {
      pages: [{ kind: 'app', seconds }],
      expectedRevision,
    });
    return answer.json<{ code?: string }>().code ?? answer.statusCode;
  };
  const now = { page: { kind: 'messages', seconds: 15 } };
  expect([await save('arcade', 10, 0), await save('arcade', 11, 0)]).toEqual([200, 'CHANGED_MEANWHILE']);
  await admin.send('PUT /api/screens/arcade/now', now);
  expect([await save('arcade', 12, 1), await save('arcade', 13, 1)]).toEqual([200, 'CHANGED_MEANWHILE']);
  expect((await admin.send('GET /api/screens/arcade')).json()).toMatchObject({ pages: [{ seconds: 12 }] });
  await admin.send('DELETE /api/screens/arcade');
  expect(await save('arcade', 14, 2)).toBe('CHANGED_MEANWHILE');
  expect((await admin.send('GET /api/screens')).json()).toEqual([]);
});

it('named screens say how long a page may be shown', async () => {
  const admin = await (await testApp()).admin();
  const answer = await admin.send('PUT /api/screens/arcade', { pages: [{ kind: 'app', seconds: 4 }] });
  expect(seen(answer)).toMatchObject({
    status: 400,
    body: { field: 'pages.0.seconds', message: 'Seconds in row 1 must be 5 or more.' },
  });
});

it('named screens say in words in the list of changes what they show', async () => {
  const app = await testApp();
  const admin = await app.admin();
  await admin.send('PUT /api/screens/arcade', { pages: PAGES });
  await admin.send('PUT /api/screens/arcade', { name: 'games', pages: [{ kind: 'app', seconds: 10 }] });
  expect(await listEntries(app.context.db, {}, 2)).toMatchObject([
    {
      action: 'screen changed',
      before: { name: 'arcade', pages: ['Now and next in this room (20 s)', 'One tournament (30 s)'] },
      after: { name: 'games', pages: ['QR code of the app (10 s)'] },
    },
    { action: 'screen made', subject: 'arcade' },
  ]);
});

it('named screens are a wall whose code an organiser typed, for ten minutes', async () => {
  const app = await testApp();
  const [admin, wall] = [await app.admin(), app.browser()];
  const { code } = (await wall.send('POST /api/screen-codes')).json<{ code: string }>();
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}$/);
  expect((await wall.send(`GET /api/screen-codes/${code}`)).json()).toEqual({ name: null });
  expect((await admin.send(`PUT /api/screen-codes/${code}`, { name: 'lobby' })).statusCode).toBe(204);
  expect((await wall.send(`GET /api/screen-codes/${code}`)).json()).toEqual({ name: 'lobby' });
  expect((await wall.send('GET /api/screens/lobby')).json()).toMatchObject({ pages: FIRST_PLAYLIST });
  app.clock.pass(10 * MINUTE);
  expect((await wall.send(`GET /api/screen-codes/${code}`)).statusCode).toBe(404);
  expect((await admin.send(`PUT /api/screen-codes/${code}`, { name: 'late' })).statusCode).toBe(404);
  expect((await wall.send('GET /api/screens/late')).statusCode).toBe(404);
});

it('named screens keep their pages when a further wall gets their name', async () => {
  const app = await testApp();
  const admin = await app.admin();
  await admin.send('PUT /api/screens/lobby', { pages: PAGES });
  const { code } = (await app.browser().send('POST /api/screen-codes')).json<{ code: string }>();
  await admin.send(`PUT /api/screen-codes/${code}`, { name: 'lobby' });
  expect((await admin.send('GET /api/screens/lobby')).json()).toMatchObject({ pages: PAGES });
});

it('named screens are kept in the festival’s file', async () => {
  const [app, other] = [await testApp(), await testApp()];
  const admin = await app.admin();
  await admin.send('PUT /api/screens/lobby', { location: 'Lobby', pages: PAGES });
  const file = (await admin.send('GET /api/admin/exports/festival.json')).json<object>();
  await (await other.admin()).send('POST /api/admin/imports/festival', file);
  expect((await other.browser().send('GET /api/screens/lobby')).json()).toMatchObject({
    location: 'Lobby',
    pages: PAGES,
  });
});

it.each([
  ['a name with capitals', 'PUT /api/screens/Arcade', { pages: PAGES }, 400],
  ['no page', 'PUT /api/screens/arcade', { pages: [] }, 400],
  ['a screen that is not there', 'PUT /api/screens/arcade/now', { page: null }, 404],
])('refuses %s, and writes nothing', async (_, call, body, status) => {
  const app = await testApp();
  const admin = await app.admin();
  expect((await admin.send(call, body)).statusCode).toBe(status);
  expect((await admin.send('GET /api/screens')).json()).toEqual([]);
});

it('ends the codes of a stranger who asks for 520, and keeps that of a wall', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
  const wall = app.browser();
  const { code } = (await wall.send('POST /api/screen-codes')).json<{ code: string }>();
  const other = { 'x-forwarded-for': '203.0.113.9' };
  app.clock.pass(1000);
  for (let n = 0; n < 520; n += 1) await app.browser().send('POST /api/screen-codes', undefined, other);
  expect((await wall.send(`GET /api/screen-codes/${code}`)).statusCode).toBe(200);
});

it('takes the codes of a /48 as those of one network', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
  for (const part of [1, 2])
    await app.browser().send('POST /api/screen-codes', undefined, { 'x-forwarded-for': `2001:db8:1:${part}::1` });
  const rows = await app.context.db.selectFrom('screen_codes').select('network').execute();
  expect([rows.length, new Set(rows.map(({ network }) => network)).size]).toEqual([2, 1]);
});

/** Makes a computer the screen of this name, and returns the token that it alone got with its code. */
async function paired(app: TestApp, admin: Browser, name: string): Promise<string> {
  const { code, token } = (await app.browser().send('POST /api/screen-codes')).json<{ code: string; token: string }>();
  expect((await admin.send(`PUT /api/screen-codes/${code}`, { name })).statusCode).toBe(204);
  return token;
}

const tell = (app: TestApp, name: string, kind: string, token?: string) =>
  app.browser().send(`POST /api/screens/${name}/seen`, { shows: { kind }, token });

const shownBy = async (admin: Browser): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(
    (await admin.send('GET /api/screens')).json<StaffScreen[]>().map(({ name, shows }) => [name, shows?.kind]),
  );

it('hears only the computer that was made a screen by its code, under each of the screen’s names', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const token = await paired(app, admin, 'hall');
  for (const invented of [undefined, 'x'.repeat(43), `${token}x`]) await tell(app, 'hall', 'app', invented);
  expect(await shownBy(admin)).toEqual({ hall: undefined });
  await tell(app, 'hall', 'standings', token);
  expect(await shownBy(admin)).toEqual({ hall: 'standings' });
  for (const [former, name] of [
    ['hall', 'arcade'],
    ['arcade', 'games'],
  ])
    await admin.send(`PUT /api/screens/${former}`, { name, pages: PAGES });
  await tell(app, 'games', 'calm', token);
  expect(await shownBy(admin)).toEqual({ games: 'calm' });
  await paired(app, admin, 'hall');
  await tell(app, 'hall', 'messages', token);
  expect(await shownBy(admin)).toEqual({ games: 'calm', hall: undefined });
});

it('hears of two computers that were made one screen the last', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const [first, last] = [await paired(app, admin, 'hall'), await paired(app, admin, 'hall')];
  await tell(app, 'hall', 'app', last);
  await tell(app, 'hall', 'messages', first);
  expect(await shownBy(admin)).toEqual({ hall: 'app' });
});

it('notes apart that a computer without its token shows a screen', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const token = await paired(app, admin, 'hall');
  await tell(app, 'hall', 'standings', token);
  const heardAt = app.clock.now().toISOString();
  app.clock.pass(10 * MINUTE);
  await tell(app, 'hall', 'app');
  expect((await admin.send('GET /api/screens')).json()).toMatchObject([
    { lastSeenAt: heardAt, shows: { kind: 'standings' }, strangerSeenAt: app.clock.now().toISOString() },
  ]);
});

it('lets nobody who reads a code off a wall speak for it', async () => {
  const app = await testApp();
  const [admin, stranger] = [await app.admin(), app.browser()];
  const { code } = (await app.browser().send('POST /api/screen-codes')).json<{ code: string }>();
  await admin.send(`PUT /api/screen-codes/${code}`, { name: 'hall' });
  const answer = await stranger.send(`GET /api/screen-codes/${code}`);
  expect(answer.json()).toEqual({ name: 'hall' });
});

it('records that a computer was made a screen that there is', async () => {
  const app = await testApp();
  const admin = await app.admin();
  await admin.send('PUT /api/screens/hall', { pages: PAGES });
  await paired(app, admin, 'hall');
  expect(await listEntries(app.context.db, {}, 1)).toMatchObject([{ action: 'screen paired', subject: 'hall' }]);
});

it('logs nothing of walls that say what they show', async () => {
  const app = await testApp();
  await (await app.admin()).send('PUT /api/screens/hall', { pages: PAGES });
  app.log.length = 0;
  await tell(app, 'hall', 'app');
  const levels = () => app.log.map((line) => JSON.parse(line).level);
  expect(Math.max(...levels())).toBe(20);
  await tell(app, 'hall', 'words');
  expect(Math.max(...levels())).toBe(30);
});

it('hears a wall that was only opened by its address, as not paired, and takes no words from it', async () => {
  const app = await testApp();
  const [admin, wall] = [await app.admin(), app.browser()];
  await admin.send('PUT /api/screens/hall', { pages: PAGES });
  const say = (shows: unknown) => wall.send('POST /api/screens/hall/seen', { shows });
  expect((await say({ kind: 'app' })).statusCode).toBe(204);
  expect((await admin.send('GET /api/screens')).json()).toMatchObject([{ isPaired: false, shows: { kind: 'app' } }]);
  for (const words of ['Rosa was here', { kind: 'Rosa was here' }]) expect((await say(words)).statusCode).toBe(400);
});

it('refuses one screen too many of those that are made at once', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const names = Array.from({ length: MOST_SCREENS + 1 }, (_, index) => `wall-${index}`);
  const answers = await Promise.all(names.map((name) => admin.send(`PUT /api/screens/${name}`, { pages: PAGES })));
  expect(
    answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json<{ code: string }>().code),
  ).toEqual(['TOO_MANY_HERE']);
});
