import { expect, it } from 'vitest';
import type { AdminUser, OwnAccount } from '#features/people/users/contract.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { complete, placeOf, scores, started } from '#testing/event-points.ts';
import { forgetEverything } from '#testing/forget.ts';
import { aHelper } from '#testing/staff.ts';
import type { AttendeesCheck, Badge } from './contract.ts';

const CHECK = 'POST /api/admin/imports/attendees/check';
const IMPORT = 'POST /api/admin/imports/attendees';
const importing = async (admin: Browser, csv: string) => (await admin.send(IMPORT, { csv })).json<OwnAccount[]>();
const claim = (phone: Browser, code: string) => phone.send(`POST /api/users/by-code/${code}/claim`);
const mine = async (phone: Browser) => (await phone.send('GET /api/users/my')).json<OwnAccount[]>();
const audit = async (admin: Browser) =>
  (await admin.send('GET /api/admin/audit')).json<{ action: string; subject: string }[]>();

async function begin(dialect: (typeof DIALECTS)[number] = 'sqlite') {
  const app = await testApp(dialect);
  return { app, admin: await app.admin() };
}
/** Rosa has a badge, and no phone yet. */
async function withBadge() {
  const { app, admin } = await begin();
  const [rosa] = await importing(admin, 'name,group\nRosa Quint,The Quints');
  return { app, admin, id: rosa?.id ?? '', code: rosa?.code ?? '' };
}

it.each(DIALECTS)(
  'an import gives everybody an account with a code, and repeated changes nothing, on %s',
  async (dialect) => {
    const { app, admin } = await begin(dialect);
    const csv = 'Name;Team;Badge;Shirt\n Rosa  Quint ;The Quints;abc-def;M\nTheo;;;L\n';
    const before = await everyRow(app.context.db);
    const check = (await admin.send(CHECK, { csv })).json<AttendeesCheck>();
    expect(await everyRow(app.context.db)).toEqual(before);
    expect(check).toEqual({
      attendees: [
        { line: 2, name: 'Rosa Quint', isNew: true, onPhone: false },
        { line: 3, name: 'Theo', isNew: true, onPhone: false },
      ],
      problems: [],
      ignored: ['Shirt'],
    });
    const answer = await admin.send(IMPORT, { csv });
    const id = expect.any(String);
    const theos = expect.stringMatching(/^[A-HJKMNP-Z2-9]{6}$/);
    expect(seen(answer)).toEqual({
      status: 201,
      body: [
        { id, name: 'Rosa Quint', code: 'ABCDEF' },
        { id, name: 'Theo', code: theos },
      ],
    });
    const after = await everyRow(app.context.db);
    expect((await admin.send(IMPORT, { csv })).json()).toEqual(answer.json());
    expect(await everyRow(app.context.db)).toEqual(after);
    expect((await admin.send('GET /api/admin/badges')).json<Badge[]>()).toEqual([
      { id, name: 'Rosa Quint', code: 'ABCDEF', group: 'The Quints', onPhone: false },
      { id, name: 'Theo', code: theos, group: '', onPhone: false },
    ]);
    const entries = await audit(admin);
    expect(entries.filter(({ action }) => action === 'attendees imported')).toMatchObject([{ subject: '2 badges' }]);
  },
);

it('an account that is there keeps its phone, its code and its spelling, and only gets a badge', async () => {
  const { app, admin } = await begin();
  const phone = app.browser();
  await phone.send('POST /api/users', { name: 'Rosa-Quint' });
  const [own] = await mine(phone);
  expect((await admin.send(CHECK, { csv: 'name\nRosa Quint' })).json()).toMatchObject({
    attendees: [{ isNew: false, onPhone: true }],
  });
  expect(await importing(admin, 'name\nRosa Quint')).toEqual([own]);
  expect(await mine(phone)).toEqual([own]);
  expect((await admin.send('GET /api/admin/badges')).json()).toMatchObject([{ name: 'Rosa-Quint', onPhone: true }]);
});

it('a bad row is named, and then nothing is imported', async () => {
  const { app, admin } = await begin();
  await importing(admin, 'name,code\nRosa,ABCDEF');
  const before = await everyRow(app.context.db);
  const csv = 'name,code\nGus,abc def\nRosa,GHJKMN\n,\nx,\nAna,I00000';
  const { problems } = (await admin.send(CHECK, { csv })).json<AttendeesCheck>();
  expect(problems.map(({ line, field }) => [line, field])).toEqual([
    [2, 'code'],
    [3, 'code'],
    [6, 'code'],
  ]);
  expect(problems.map(({ message }) => message)).toEqual([
    'Rosa has this code already.',
    'Rosa has the code ABC-DEF already.',
    'Code must be 6 letters and digits, without I, L, O, 0 and 1. Leave it empty to get one.',
  ]);
  const second = await admin.send(IMPORT, { csv: 'name,code\nNew,\nGus,ABCDEF' });
  expect(seen(second)).toMatchObject({
    status: 400,
    body: { code: 'BAD_INPUT', field: 'csv', message: 'Line 3: Rosa has this code already. Nothing was imported.' },
  });
  expect(seen(await admin.send(IMPORT, { csv: 'who\nGus' })).status).toBe(400);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('the points of a place under the name on a badge go to its guest, also from another phone, before and after the claim', async () => {
  const { app, admin, code } = await withBadge();
  const [first, second, third] = [await started(app, admin), await started(app, admin), await started(app, admin)];
  await placeOf(app.browser(), admin, first, 'Rosa Quint');
  await complete(admin, first);
  expect(await scores(app)).toEqual({ 'Rosa Quint': 1 });
  const phone = app.browser();
  expect((await claim(phone, code)).statusCode).toBe(200);
  await admin.send(`POST /api/events/${second}/rsvps`, { playerName: 'Rosa Quint' });
  await complete(admin, second);
  expect(await scores(app)).toEqual({ 'Rosa Quint': 2 });
  // Another phone's place, a parent's say, gives her points, and that phone none.
  const stranger = app.browser();
  await placeOf(stranger, admin, third, 'Rosa Quint');
  await complete(admin, third);
  expect(await scores(app)).toEqual({ 'Rosa Quint': 3 });
  expect((await stranger.send('POST /api/users', { name: 'Rosa Quint' })).statusCode).toBe(409);
});

it('registering the name of a guest tells of the badge, and to add an initial only once a phone has it', async () => {
  const { app, code } = await withBadge();
  const register = async () =>
    (await app.browser().send('POST /api/users', { name: 'Rosa Quint' })).json<{ message: string }>().message;
  expect(await register()).toContain('press “I have a badge”');
  await claim(app.browser(), code);
  expect(await register()).toBe('Someone is already called Rosa Quint. Add an initial.');
});

it('the door finds who has a place by the code, and nobody else', async () => {
  const { app, admin, code } = await withBadge();
  const [eventId, elsewhere] = [await app.event(), await app.event()];
  for (const playerName of ['Rosa Quint', 'Theo']) await app.browser().send('POST /api/rsvps', { eventId, playerName });
  const door = await aHelper(app, { role: 'door', eventId });
  const find = (event: string, typed: string) =>
    door.send(`GET /api/events/${event}/rsvps?code=${encodeURIComponent(typed)}`);
  for (const typed of [code, `http://here/scoreboard#${code.toLowerCase()}`])
    expect(seen(await find(eventId, typed))).toMatchObject({ status: 200, body: [{ playerName: 'Rosa Quint' }] });
  // As a badge without a place, so that nobody finds codes here.
  expect(seen(await find(eventId, 'ZZZZZZ'))).toEqual({ status: 200, body: [] });
  expect((await find(elsewhere, code)).statusCode).toBe(403);
  expect((await admin.send(`GET /api/events/${elsewhere}/rsvps?code=${code}`)).json()).toEqual([]);
});

it('codes and groups are in the festival file, and go when everybody is forgotten', async () => {
  const { app, admin, code } = await withBadge();
  const file = (await admin.send('GET /api/admin/exports/festival.json')).json<object>();
  const other = await begin();
  expect((await other.admin.send('POST /api/admin/imports/festival', file)).statusCode).toBe(201);
  const badge = { name: 'Rosa Quint', code, group: 'The Quints', onPhone: false };
  expect((await other.admin.send('GET /api/admin/badges')).json()).toMatchObject([badge]);
  const twice = { ...file, users: [{ id: 'a', name: 'A', score: 0, createdAt: '2025-11-14T17:00:00.000Z', code }] };
  twice.users.push({ ...twice.users[0], id: 'b', name: 'B' } as never);
  const third = await begin();
  expect(seen(await third.admin.send('POST /api/admin/imports/festival', twice))).toMatchObject({
    status: 400,
    body: { message: `The file holds the code ${code} twice.` },
  });
  await forgetEverything(app.context.db);
  expect((await everyRow(app.context.db)).users?.join()).not.toMatch(new RegExp(`${code}|Quint`));
});

it('an undone upload leaves who got a badge meanwhile', async () => {
  const { app, admin } = await begin();
  const updates = ['Rosa', 'Gus'].map((name) => ({ name, score: 5 }));
  const upload = { updates, fileName: 'a.csv', fileType: 'csv' };
  const { id } = (await admin.send('POST /api/users/bulk-scores', upload)).json<{ id: string }>();
  await importing(admin, 'name\nRosa');
  const [{ id: uploadId } = { id }] = (await admin.send('GET /api/bulk-uploads')).json<{ id: string }[]>();
  expect((await admin.send(`POST /api/bulk-uploads/${uploadId}/undo`)).statusCode).toBeLessThan(300);
  expect(await scores(app)).toEqual({ Rosa: 0 });
});

const seenOf = async (app: TestApp) =>
  (await (await app.admin()).send('GET /api/admin/users')).json<AdminUser[]>().map(({ seenAt }) => seenAt !== null);

it('a scan by staff checks the badge, and a claim does not', async () => {
  const { app, code } = await withBadge();
  await claim(app.browser(), code);
  expect(await seenOf(app)).toEqual([false]);
  const desk = await aHelper(app, { role: 'points' });
  const scan = (typed: string) => desk.send(`POST /api/users/by-code/${typed}/seen`);
  expect(seen(await scan('ZZZZZZ'))).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(seen(await scan(code))).toMatchObject({ status: 200, body: { seenAt: app.clock.now().toISOString() } });
  expect(await seenOf(app)).toEqual([true]);
});
