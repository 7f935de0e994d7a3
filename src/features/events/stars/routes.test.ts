import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Browser, seen, sharedApp } from '#testing/app.ts';
import { refusal } from '#testing/tournament.ts';

const shared = sharedApp();
const star = (browser: Browser, id: string) => browser.send(`PUT /api/events/${id}/star`);
const unstar = (browser: Browser, id: string) => browser.send(`DELETE /api/events/${id}/star`);
const stars = async (browser: Browser) => (await browser.send('GET /api/stars')).json<string[]>();
const gone = refusal(404, 'NOT_FOUND', 'This event is not in the programme any more.');

it('a star is this visitor’s alone, set twice is set, and taken away twice is away', async () => {
  const app = shared();
  const [rosa, other, id] = [app.browser(), app.browser(), await app.event()];
  expect([await stars(rosa), (await unstar(rosa, id)).statusCode]).toEqual([[], 401]);
  for (let time = 0; time < 2; time += 1)
    expect(seen(await star(rosa, id))).toEqual({ status: 200, body: { eventId: id } });
  await star(other, await app.event());
  const kept = await app.event();
  await star(rosa, kept);
  expect(await stars(rosa)).toEqual([id, kept].sort());
  for (let time = 0; time < 2; time += 1) expect((await unstar(rosa, id)).statusCode).toBe(204);
  expect(await stars(rosa)).toEqual([kept]);
});

it('a star that is sent again without its cookie makes one visitor', async () => {
  const app = shared();
  const id = await app.event();
  const count = async () => (await app.context.db.selectFrom('visitors').select('id').execute()).length;
  const before = await count();
  const headers = { 'idempotency-key': randomUUID() };
  for (let time = 0; time < 2; time += 1) await app.browser().send(`PUT /api/events/${id}/star`, undefined, headers);
  expect((await count()) - before).toBe(1);
});

it('a draft gets no star, and one from before is not listed', async () => {
  const app = shared();
  const [rosa, id] = [app.browser(), await app.event()];
  await star(rosa, id);
  await app.context.db.updateTable('events').set({ draft: 1 }).where('id', '=', id).execute();
  expect([await stars(rosa), seen(await star(rosa, id))]).toEqual([[], gone]);
  expect(seen(await star(rosa, 'missing'))).toEqual(gone);
});

it('stars come along to another device, also where both have one, and go with their visitor', async () => {
  const app = shared();
  const [phone, tablet, one, two] = [app.browser(), app.browser(), await app.event(), await app.event()];
  for (const browser of [phone, tablet]) await star(browser, one);
  await star(tablet, two);
  const { code } = (await phone.send('POST /api/devices/code')).json<{ code: string }>();
  expect((await tablet.send('POST /api/devices/join', { code })).statusCode).toBe(200);
  expect(await stars(phone)).toEqual([one, two].sort());
  expect((await tablet.send('DELETE /api/visitor')).statusCode).toBe(204);
  expect(
    await app.context.db.selectFrom('event_stars').where('event_id', 'in', [one, two]).selectAll().execute(),
  ).toEqual([]);
});
