import { describe, expect, it } from 'vitest';
import { onCommit } from '#database/transactions.ts';
import { listEntries } from '#features/audit/store.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { CONSTELLATIONS, meeting, rivalsOn, send, tally, unguarded } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aHelper } from '#testing/staff.ts';
import type { PointEntry } from './contract.ts';

const anAccount = async (browser: Browser, name = 'Rosa'): Promise<string> =>
  (await browser.send('POST /api/users', { name })).json<{ id: string }>().id;
const give = (browser: Browser, id: string, points: number, more: object = {}) =>
  browser.send(`POST /api/users/${id}/points`, { points, reason: 'Won a thumb war', ...more });
const entriesOf = async (browser: Browser, id: string) =>
  (await browser.send(`GET /api/users/${id}/points`)).json<PointEntry[]>();
const scoreOf = async (app: TestApp, id: string) =>
  (await app.browser().send('GET /api/users')).json<{ id: string; score: number }[]>().find((user) => user.id === id)
    ?.score;

it('points are entries with a reason, whose sum is the score', async () => {
  const app = await testApp();
  const [phone, admin] = [app.browser(), await app.admin()];
  const id = await anAccount(phone);
  const first = await give(admin, id, 5);
  expect(seen(first)).toMatchObject({
    status: 201,
    body: { userId: id, points: 5, kind: 'award', reason: 'Won a thumb war', isUndone: false, undoes: null },
  });
  app.clock.pass(1000);
  await admin.send(`PATCH /api/users/${id}/score`, { score: 2 });
  app.clock.pass(1000);
  await admin.send('POST /api/users/bulk-scores', {
    updates: [{ name: 'ROSA', score: 40 }],
    fileName: 'a.csv',
    fileType: 'csv',
  });
  expect((await entriesOf(phone, id)).map(({ points, kind, reason, by }) => [points, kind, reason, by])).toEqual([
    [38, 'upload', 'Uploaded: a.csv', null],
    [-3, 'correction', 'Corrected to 2', null],
    [5, 'award', 'Won a thumb war', null],
  ]);
  expect([await scoreOf(app, id), await problemsIn(app.context.db, 'sqlite')]).toEqual([40, []]);
  expect((await listEntries(app.context.db, {}, 10)).filter(({ action }) => action === 'score changed')).toHaveLength(
    2,
  );
});

it('points: undone once are taken back by another entry, also when the answer was lost', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await anAccount(app.browser());
  const entry = (await give(admin, id, 5)).json<PointEntry>();
  const undo = await admin.send(`DELETE /api/points/${entry.id}`);
  expect(undo.json()).toMatchObject({ points: -5, reason: 'Undone: Won a thumb war', undoes: entry.id });
  expect((await admin.send(`DELETE /api/points/${entry.id}`)).json()).toEqual(undo.json());
  expect((await admin.send(`DELETE /api/points/${undo.json<PointEntry>().id}`)).json()).toMatchObject({
    code: 'BAD_INPUT',
  });
  expect((await entriesOf(admin, id)).map(({ points, isUndone }) => [points, isUndone]).sort()).toEqual([
    [-5, false],
    [5, true],
  ]);
  expect([await scoreOf(app, id), await problemsIn(app.context.db, 'sqlite')]).toEqual([0, []]);
});

it('the phones of an account hear of its entries, in a freeze too; a whole file wakes no phone by itself', async () => {
  const app = await testApp();
  const [phone, admin] = [app.browser(), await app.admin()];
  const id = await anAccount(phone);
  const own: boolean[] = [];
  onCommit(app.context.db, (changes) => own.push([...changes.keys()].some((topic) => topic.startsWith('mine:'))));
  await give(admin, id, 5);
  await admin.send('PUT /api/standings/freeze', { frozen: true });
  await give(admin, id, 5);
  const updates = Array.from({ length: 200 }, (_, index) => ({ name: index === 0 ? 'Rosa' : `P${index}`, score: 1 }));
  await admin.send('POST /api/users/bulk-scores', { updates, fileName: 'a.csv', fileType: 'csv' });
  expect(own).toEqual([true, false, true, false]);
});

describe('points are refused, and nothing is written,', () => {
  const cases: readonly (readonly [string, object, number, string])[] = [
    ['without a reason', { reason: ' ' }, 400, 'BAD_INPUT'],
    ['for a score out of range', { points: 10_000_000 }, 400, 'BAD_INPUT'],
    ['of an event that does not exist', { eventId: 'nowhere' }, 404, 'NOT_FOUND'],
  ];
  it.each(cases)('%s', async (_, more, status, code) => {
    const app = await testApp();
    const admin = await app.admin();
    const id = await anAccount(app.browser());
    await give(admin, id, 1);
    const before = await everyRow(app.context.db);
    expect(seen(await give(admin, id, 5, more))).toMatchObject({ status, body: { code } });
    expect(await everyRow(app.context.db)).toEqual(before);
  });
});

it('only the phones of an account and staff may read its entries', async () => {
  const app = await testApp();
  const [phone, other] = [app.browser(), app.browser()];
  const id = await anAccount(phone);
  await anAccount(other, 'Gus');
  const read = async (browser: Browser) => (await browser.send(`GET /api/users/${id}/points`)).statusCode;
  expect([await read(phone), await read(await app.admin()), await read(other), await read(app.browser())]).toEqual([
    200, 200, 403, 403,
  ]);
  const helper = (role: string) => aHelper(app, { role });
  expect([await read(await helper('points')), await read(await helper('door'))]).toEqual([200, 403]);
  // A helper with an account on the same phone is a visitor like others.
  const door = await helper('door');
  await anAccount(door, 'Mira');
  expect(await read(door)).toBe(403);
  const organisers = await anAccount(await app.admin(), 'Nobody’s');
  expect((await other.send(`GET /api/users/${organisers}/points`)).statusCode).toBe(403);
});

it('points below a newer correction or upload are not undone: it is named, and undone first', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await anAccount(app.browser());
  const given = (await give(admin, id, 20)).json<PointEntry>();
  app.clock.pass(1000);
  await admin.send(`PATCH /api/users/${id}/score`, { score: 40 });
  app.clock.pass(1000);
  const later = (await give(admin, id, 5)).json<PointEntry>();
  const refused = seen(await admin.send(`DELETE /api/points/${given.id}`));
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE', message: expect.stringContaining('Corrected to 40') },
  });
  expect((await admin.send(`DELETE /api/points/${later.id}`)).statusCode).toBe(200);
  const correction = (await entriesOf(admin, id)).find(({ kind }) => kind === 'correction');
  expect((await admin.send(`DELETE /api/points/${correction?.id}`)).statusCode).toBe(200);
  expect((await admin.send(`DELETE /api/points/${given.id}`)).statusCode).toBe(200);
  expect(await scoreOf(app, id)).toBe(0);
});

it('tells whose points came in since a moment', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const [id, other] = [await anAccount(app.browser()), await anAccount(app.browser(), 'Gus')];
  await give(admin, other, 5);
  app.clock.pass(1000);
  const since = app.clock.now().toISOString();
  app.clock.pass(1000);
  await give(admin, id, 7);
  const undone = (await give(admin, other, 3)).json<PointEntry>();
  await admin.send(`DELETE /api/points/${undone.id}`);
  expect((await admin.send(`GET /api/points/since?at=${since}`)).json()).toEqual([{ userId: id, points: 7 }]);
});

it('a helper who gives more than the festival says is asked, and it stands in Needs attention', async () => {
  const app = await testApp();
  const [admin, helper] = [await app.admin(), await aHelper(app, { role: 'points', name: 'Jo' })];
  const id = await anAccount(app.browser());
  const warned = async () =>
    (await admin.send('GET /api/admin/attention')).json<{ text: string }[]>().filter(({ text }) => text.includes('Jo'));
  expect(seen(await give(helper, id, 5000))).toMatchObject({ status: 409, body: { code: 'MANY_POINTS' } });
  expect(seen(await give(helper, id, -101))).toMatchObject({ status: 409, body: { code: 'MANY_POINTS' } });
  expect((await give(helper, id, 100)).statusCode).toBe(201);
  expect((await give(admin, id, 5000)).statusCode).toBe(201);
  expect(await warned()).toEqual([]);
  const given = (await give(helper, id, 5000, { evenMany: true })).json<PointEntry>();
  expect(await warned()).toMatchObject([{ text: expect.stringMatching(/Jo, points gave .?Rosa.? \+5,000/) }]);
  await admin.send(`DELETE /api/points/${given.id}`);
  expect(await warned()).toEqual([]);
  const { facts } = (await admin.send('GET /api/admin/festival')).json();
  await admin.send('PUT /api/admin/festival', { facts: { ...facts, askAbovePoints: 5000 } });
  expect((await give(helper, id, 5000)).statusCode).toBe(201);
});

it('a repeated request gives points once', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await anAccount(app.browser());
  const key = { 'idempotency-key': '0b0e7a54-6c1d-4f4e-9a55-1d2c3b4a5f60' };
  const send = () => admin.send(`POST /api/users/${id}/points`, { points: 5, reason: 'Won' }, key);
  expect([(await send()).json(), await scoreOf(app, id)]).toEqual([(await send()).json(), 5]);
});

const NOTHING = { mission_id: null, event_id: null, upload_id: null, undoes: null, by_name: null, by_role: null };

describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
  it('a hundred organisers add points at once and nothing is lost; an undo by two at once is one', async () => {
    const rivals = await rivalsOn(dialect, instances);
    const id = await anAccount(rivals.at(0).browser());
    const gifts = Array.from({ length: 100 }, (__, index) =>
      send(rivals.organisers[index % 2 === 0 ? 0 : 1], `POST /api/users/${id}/points`, {
        points: index + 1,
        reason: 'Won',
      }),
    );
    const answers = await Promise.all(gifts);
    expect(tally(answers)).toEqual({ 201: 100 });
    expect(await scoreOf(rivals.at(0), id)).toBe(5050);
    const { id: entry } = answers[99]?.json<PointEntry>() ?? { id: '' };
    const undos = await Promise.all(
      rivals.organisers.map((organiser) => organiser.send(`DELETE /api/points/${entry}`)),
    );
    expect(tally(undos)).toEqual({ 200: 2 });
    expect(await problemsIn(rivals.db, dialect)).toEqual([]);
    expect((await entriesOf(rivals.organisers[0], id)).filter(({ undoes }) => undoes !== null)).toHaveLength(1);
  });
});

it.each(DIALECTS)(
  'control, on %s: two gifts that each write the sum they have read lose points, and soundness says so',
  async (dialect) => {
    const { db, dbs } = await unguarded(dialect, []);
    const rosa = {
      id: 'u',
      name: 'Rosa',
      name_key: 'rosa',
      score: 0,
      visitor_id: null,
      created_at: '2025-11-14T17:00:00.000Z',
    };
    await db.insertInto('users').values(rosa).execute();
    const bothHaveRead = meeting(dbs.length);
    const give = async (own: (typeof dbs)[number], points: number) => {
      const { score } = await own.selectFrom('users').select('score').executeTakeFirstOrThrow();
      await bothHaveRead();
      const said = { kind: 'award', reason: 'Won', at: rosa.created_at } as const;
      await own
        .insertInto('point_entries')
        .values({ id: `${points}`, user_id: 'u', points, ...NOTHING, ...said })
        .execute();
      await own
        .updateTable('users')
        .set({ score: score + points, shown_score: score + points })
        .execute();
    };
    await Promise.all([give(dbs[0], 5), give(dbs[1], 10)]);
    expect(await problemsIn(db, dialect)).toEqual(['a score that is not the sum of its entries: u']);
  },
);
