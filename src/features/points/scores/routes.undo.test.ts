import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { problemsIn } from '#testing/soundness.ts';
import type { BulkUpload, UploadedPoints } from './contract.ts';

const shared = sharedApp();

/** Each a second after the one before. */
const upload = async (app: TestApp, admin: Browser, scores: Record<string, number>): Promise<string> => {
  app.clock.pass(1000);
  const updates = Object.entries(scores).map(([name, score]) => ({ name, score }));
  await admin.send('POST /api/users/bulk-scores', { updates, fileName: 'day 1.csv', fileType: 'csv' });
  app.clock.pass(1000);
  return (await admin.send('GET /api/bulk-uploads')).json<BulkUpload[]>()[0]?.id ?? '';
};
const undo = (admin: Browser, id: string) => admin.send(`POST /api/bulk-uploads/${id}/undo`);
const changed = async (admin: Browser, id: string) =>
  (await admin.send(`GET /api/bulk-uploads/${id}/points`))
    .json<UploadedPoints[]>()
    .map(({ name, points, isUndone }) => [name, points, isUndone]);
const usersIn = async (app: TestApp) =>
  (await app.browser().send('GET /api/users')).json<{ id: string; name: string; score: number }[]>();
const scoresIn = async (app: TestApp) =>
  Object.fromEntries((await usersIn(app)).map(({ name, score }) => [name, score]));
const idOf = async (app: TestApp, name: string) => (await usersIn(app)).find((user) => user.name === name)?.id;

it('an upload leads to whose points it changed, and is undone whole, once', async () => {
  const app = await testApp();
  const admin = await app.admin();
  await app.browser().send('POST /api/users', { name: 'Rosa' });
  await app.browser().send('POST /api/users', { name: 'Same' });
  const id = await upload(app, admin, { Rosa: 40, Same: 0, Bo: -3, Nil: 0 });
  expect(await changed(admin, id)).toEqual([
    ['Bo', -3, false],
    ['Rosa', 40, false],
  ]);
  const rosa = await idOf(app, 'Rosa');
  await admin.send(`POST /api/users/${rosa}/points`, { points: 5, reason: 'Won' });
  const undone = await undo(admin, id);
  expect(seen(undone)).toMatchObject({ status: 200, body: { id, undoneAt: app.clock.now().toISOString() } });
  expect(undone.headers['x-touches']).toBe('users,uploads,points');
  // The award stays. Who was there before stays, too.
  expect(await scoresIn(app)).toEqual({ Rosa: 5, Same: 0 });
  expect(await changed(admin, id)).toEqual([['Rosa', 40, true]]);
  expect(await listEntries(app.context.db, {}, 1)).toMatchObject([
    { action: 'upload undone', subject: 'day 1.csv', after: { id, takenBack: 2, deleted: 2 } },
  ]);
  const before = await everyRow(app.context.db);
  app.clock.pass(1000);
  expect((await undo(admin, id)).json()).toEqual(undone.json());
  expect(await everyRow(app.context.db)).toEqual(before);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('an upload is refused, and nothing is written, when a correction or another upload has set a score since; then undone', async () => {
  const app = shared();
  const admin = await app.admin();
  const first = await upload(app, admin, { Ann: 1, Bo: 2, Cy: 3, Di: 4, Ed: 5 });
  const second = await upload(app, admin, { Ann: 11, Bo: 12, Cy: 13, Di: 14 });
  await admin.send(`PATCH /api/users/${await idOf(app, 'Ed')}/score`, { score: 9 });
  const before = await everyRow(app.context.db);
  expect(seen(await undo(admin, first))).toEqual({
    status: 409,
    body: {
      code: 'CHANGED_MEANWHILE',
      message: 'These scores were set again after this upload: Ann, Bo, Cy and 2 more. Undo that first.',
    },
  });
  expect(await everyRow(app.context.db)).toEqual(before);
  expect((await undo(admin, second)).statusCode).toBe(200);
  expect((await undo(admin, first)).json()).toMatchObject({
    message: 'This score was set again after this upload: Ed. Undo that first.',
  });
  const [correction] = (await admin.send(`GET /api/users/${await idOf(app, 'Ed')}/points`)).json<{ id: string }[]>();
  await admin.send(`DELETE /api/points/${correction?.id}`);
  expect((await undo(admin, first)).statusCode).toBe(200);
  expect(await scoresIn(app)).toEqual({});
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('an upload keeps a user whom it created and who was given points since', async () => {
  const app = shared();
  const admin = await app.admin();
  const id = await upload(app, admin, { Ann: 1, Bo: 2 });
  await admin.send(`POST /api/users/${await idOf(app, 'Ann')}/points`, { points: 5, reason: 'Won' });
  await undo(admin, id);
  expect([await scoresIn(app), await problemsIn(app.context.db, 'sqlite')]).toEqual([{ Ann: 5 }, []]);
});

it('an upload leaves entries alone that were undone one by one', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await upload(app, admin, { Ann: 1, Bo: 2 });
  const [ann] = (await admin.send(`GET /api/bulk-uploads/${id}/points`)).json<UploadedPoints[]>();
  await admin.send(`DELETE /api/points/${ann?.id}`);
  expect([(await undo(admin, id)).statusCode, await scoresIn(app)]).toEqual([200, {}]);
});

it('an upload keeps a user who has a phone by now, or was seen', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await upload(app, admin, { Ann: 1, Bo: 2, Cy: 3 });
  await app.browser().send('POST /api/users', { name: 'Phone' });
  const { visitor_id } = await app.context.db
    .selectFrom('users')
    .selectAll()
    .where('name', '=', 'Phone')
    .executeTakeFirstOrThrow();
  await app.context.db.updateTable('users').set({ visitor_id }).where('name', '=', 'Ann').execute();
  await app.context.db
    .updateTable('users')
    .set({ seen_at: app.clock.now().toISOString() })
    .where('name', '=', 'Bo')
    .execute();
  await undo(admin, id);
  expect(await scoresIn(app)).toEqual({ Ann: 0, Bo: 0, Phone: 0 });
});

it('an upload leaves a user whom it created as they are when somebody hid, renamed or used them since', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await upload(app, admin, { Hid: 1, Nil: 0, Back: 2, Old: 3, Claims: 4, Winner: 5, Plain: 6, Zero: 0 });
  const call = async (request: string, body?: object) =>
    expect((await admin.send(request, body)).statusCode).toBeLessThan(300);
  const [hid, nil, back] = [await idOf(app, 'Hid'), await idOf(app, 'Nil'), await idOf(app, 'Back')];
  for (const user of [hid, nil, back]) await call(`DELETE /api/users/${user}`);
  await call(`POST /api/users/${back}/restore`);
  await call(`PATCH /api/users/${await idOf(app, 'Old')}`, { name: 'New' });
  await call('POST /api/claims', { missionId: 'find-a-dragon-meeple', userId: await idOf(app, 'Claims') });
  const place = { event_id: await app.event(), place_id: 'place', user_id: (await idOf(app, 'Winner')) ?? '' };
  await app.context.db.insertInto('place_accounts').values(place).execute();
  await call(`POST /api/bulk-uploads/${id}/undo`);
  for (const user of [hid, nil]) await call(`POST /api/users/${user}/restore`);
  expect(await scoresIn(app)).toEqual({ Hid: 0, Nil: 0, Back: 0, New: 0, Claims: 0, Winner: 0 });
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('an upload of which the last statement fails writes nothing, neither done nor undone', async () => {
  const app = shared();
  const admin = await app.admin();
  const id = await upload(app, admin, { Ann: 1 });
  await app.context.db.schema.alterTable('audit_entries').renameTo('audit_away').execute();
  const before = await everyRow(app.context.db);
  expect((await undo(admin, id)).statusCode).toBeGreaterThanOrEqual(500);
  const rows = {
    updates: [
      { name: 'Ann', score: 3 },
      { name: 'Bo', score: 3 },
    ],
    fileName: 'b.csv',
    fileType: 'csv',
  };
  expect((await admin.send('POST /api/users/bulk-scores', rows)).statusCode).toBeGreaterThanOrEqual(500);
  const give = { points: 5, reason: 'Won' };
  expect(
    (await admin.send(`POST /api/users/${await idOf(app, 'Ann')}/points`, give)).statusCode,
  ).toBeGreaterThanOrEqual(500);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('an unknown upload is not there', async () => {
  const app = shared();
  const admin = await app.admin();
  expect((await undo(admin, 'nothing')).statusCode).toBe(404);
  expect((await admin.send('GET /api/bulk-uploads/nothing/points')).statusCode).toBe(404);
});

it('an undo that would leave a score out of range is refused', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await upload(app, admin, { Ann: -1_000_000 });
  const user = await idOf(app, 'Ann');
  for (const points of [10_000_000, 1_000_000])
    await admin.send(`POST /api/users/${user}/points`, { points, reason: 'Won' });
  expect(seen(await undo(admin, id))).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
});

it('an upload that adds leaves what came in meanwhile, is undone whole, and counts as no correction', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const set = await upload(app, admin, { Rosa: 10 });
  const updates = [
    { name: 'Rosa', score: 5 },
    { name: 'Bo', score: 2 },
    { name: 'Nil', score: 0 },
  ];
  const body = { updates, fileName: 'day 2.csv', fileType: 'csv', mode: 'add' };
  expect((await admin.send('POST /api/users/bulk-scores', body)).json()).toEqual({ updated: 1, created: 2, failed: 0 });
  expect(await scoresIn(app)).toEqual({ Rosa: 15, Bo: 2, Nil: 0 });
  const [{ id = '' } = {}] = (await admin.send('GET /api/bulk-uploads')).json<BulkUpload[]>();
  expect(id).not.toBe(set);
  expect(await changed(admin, id)).toEqual([
    ['Bo', 2, false],
    ['Rosa', 5, false],
  ]);
  const tooMuch = { ...body, updates: [{ name: 'Rosa', score: 9_999_999 }] };
  expect(seen(await admin.send('POST /api/users/bulk-scores', tooMuch))).toMatchObject({ status: 400 });
  expect((await undo(admin, set)).statusCode).toBe(200);
  expect((await undo(admin, id)).statusCode).toBe(200);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});
