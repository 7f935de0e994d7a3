import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { seen, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { aPicture } from '#testing/factories.ts';
import { MOST_PICTURES } from './rules.ts';

it('pictures are uploaded as bytes, read by everybody with their own type and no script, and removed', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const added = await admin.send('POST /api/pictures?name=Dice%20Tower%20Inn', aPicture());
  const { id } = added.json<{ id: string }>();
  expect(seen(added)).toEqual({ status: 201, body: { id, name: 'Dice Tower Inn', width: 1, height: 1 } });
  const renamed = await admin.send(`PATCH /api/pictures/${id}`, { name: 'Sea Bank' });
  expect(renamed.json()).toEqual({ id, name: 'Sea Bank', width: 1, height: 1 });
  expect((await admin.send('PATCH /api/pictures/gone', { name: 'Sea Bank' })).statusCode).toBe(404);
  const read = await app.browser().send(`GET /pictures/${id}`);
  expect([read.statusCode, read.headers['content-type'], read.rawPayload.subarray(8, 12).toString()]).toEqual([
    200,
    'image/webp',
    'WEBP',
  ]);
  expect(read.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(read.headers['x-content-type-options']).toBe('nosniff');
  expect(read.headers['cache-control']).toContain('immutable');
  expect((await admin.send(`DELETE /api/pictures/${id}`)).statusCode).toBe(204);
  expect((await app.browser().send(`GET /pictures/${id}`)).statusCode).toBe(404);
  expect((await listEntries(app.context.db, {}, 3)).map(({ action }) => action)).toEqual([
    'picture removed',
    'picture renamed',
    'picture added',
  ]);
});

it('pictures are kept in the festival’s file', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id } = (await admin.send('POST /api/pictures?name=Inn', aPicture())).json<{ id: string }>();
  const file = (await admin.send('GET /api/admin/exports/festival.json')).json<object>();
  const other = await testApp();
  expect((await (await other.admin()).send('POST /api/admin/imports/festival', file)).statusCode).toBe(201);
  expect((await (await other.admin()).send('GET /api/pictures')).json()).toMatchObject([{ id, name: 'Inn' }]);
  const bytesAt = async (at: TestApp) => (await at.browser().send(`GET /pictures/${id}`)).rawPayload;
  expect((await bytesAt(other)).equals(await bytesAt(app))).toBe(true);
});

it('refuses the 21st of pictures that come at once', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const answers = await Promise.all(
    Array.from({ length: MOST_PICTURES + 1 }, () => admin.send('POST /api/pictures', aPicture())),
  );
  expect(
    answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json<{ code: string }>().code),
  ).toEqual(['TOO_MANY_HERE']);
});

it.each([
  ['bytes that are no picture', Buffer.from('<html></html>'), { 'content-type': 'image/png' }, 400],
  ['another type', aPicture(), { 'content-type': 'image/svg+xml' }, 415],
  ['no type', aPicture(), { 'content-type': '' }, 415],
  ['over 2 MB', Buffer.alloc(2 * 1024 * 1024 + 1), { 'content-type': 'image/png' }, 413],
])('refuses %s and writes nothing', async (_, bytes, headers, status) => {
  const app = await testApp();
  const admin = await app.admin();
  const before = await everyRow(app.context.db);
  expect((await admin.send('POST /api/pictures', bytes, headers)).statusCode).toBe(status);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('refuses a picture where JSON is wanted', async () => {
  const app = await testApp();
  expect(seen(await app.browser().send('POST /api/users', aPicture()))).toMatchObject({
    status: 400,
    body: { code: 'BAD_INPUT' },
  });
});
