/** Adding a game obeys what every visitor's first write obeys: admission, limits, and the repeat of an earlier request. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { setPaused } from '#features/limits/commands/admission.ts';
import { type Browser, seen, sharedApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { aGame } from '#testing/factories.ts';

const shared = sharedApp();

const add = (browser: Browser, key: string = randomUUID()) =>
  browser.send('POST /api/inventory', aGame(), { 'idempotency-key': key });
const idOf = async (browser: Browser, key?: string) => (await add(browser, key)).json<{ id: string }>().id;

it('adding a game is refused while registration is paused, except for organisers; removing and restoring are not', async () => {
  const app = await testApp();
  const known = app.browser();
  const id = await idOf(known);
  await setPaused(app.context.db, true);
  app.clock.pass(1000);
  const before = await everyRow(app.context.db);
  for (const browser of [known, app.browser()]) {
    expect(seen(await add(browser))).toMatchObject({ status: 503, body: { code: 'PAUSED' } });
  }
  expect(await everyRow(app.context.db)).toEqual(before);
  expect((await add(await app.admin())).statusCode).toBe(201);
  expect((await known.send(`DELETE /api/inventory/${id}`)).statusCode).toBe(204);
  expect((await known.send(`POST /api/inventory/${id}/restore`)).statusCode).toBe(200);
});

it('adding a game asks a new device for the badge word', async () => {
  const app = await testApp('sqlite', { badgeWord: 'lighthouse' });
  const refused = await add(app.browser());
  expect(seen(refused)).toMatchObject({ status: 401, body: { code: 'BADGE_WORD' } });
  expect(refused.cookies).toEqual([]);
});

it('adding a game counts as sixteen new visitors when a device begins with it', async () => {
  const app = await testApp('sqlite', { limits: { newVisitors: { burst: 48, perMinute: 1 } } });
  for (let n = 0; n < 3; n += 1) expect((await add(app.browser())).statusCode).toBe(201);
  expect((await add(app.browser())).statusCode).toBe(429);
  expect((await add(await app.admin())).statusCode).toBe(201);
});

it('adding a game is refused beyond the limit from devices, but not from organisers', async () => {
  const app = await testApp('sqlite', { limits: { games: 3 } });
  for (let n = 0; n < 3; n += 1) expect((await add(app.browser())).statusCode).toBe(201);
  const refused = await add(app.browser());
  const message = 'The list of games is full. Please ask an organiser to add yours.';
  expect(seen(refused)).toEqual({ status: 409, body: { code: 'FESTIVAL_FULL', message } });
  expect(refused.cookies).toEqual([]);
  expect((await add(await app.admin())).statusCode).toBe(201);
  expect((await add(app.browser())).statusCode).toBe(409);
});

it('adding a game: repeated answers 410 after an organiser’s removal, and creates nothing', async () => {
  const app = shared();
  const [phone, key] = [app.browser(), randomUUID()];
  const id = await idOf(phone, key);
  await (await app.admin()).send(`DELETE /api/inventory/${id}`);
  const before = await everyRow(app.context.db);
  const message = 'This game was removed in the meantime. Add it again if you still bring it.';
  // The phone itself, and one that lost the first response and so its cookie.
  for (const caller of [phone, app.browser()]) {
    const answer = await add(caller, key);
    expect(seen(answer)).toEqual({ status: 410, body: { code: 'GONE', message } });
    expect(answer.cookies).toEqual([]);
  }
  expect(await everyRow(app.context.db)).toEqual(before);
  expect((await add(phone)).statusCode).toBe(201);
});

it('adding a game: repeated returns a restored game as the adder’s own', async () => {
  const app = shared();
  const [phone, key] = [app.browser(), randomUUID()];
  const first = await add(phone, key);
  const { id } = first.json<{ id: string }>();
  await phone.send(`DELETE /api/inventory/${id}`);
  await phone.send(`POST /api/inventory/${id}/restore`);
  expect((await add(phone, key)).json()).toEqual(first.json());
});

it('adding a game puts it into the export as plain text, and into a festival file until it is removed', async () => {
  const app = await testApp();
  const [phone, admin] = [app.browser(), await app.admin()];
  const id = await idOf(phone);
  await phone.send('POST /api/inventory', aGame({ name: '@SUM(A1)', description: '-5 points', playTime: null }));
  await phone.send(`DELETE /api/inventory/${id}`);
  expect((await admin.send('GET /api/admin/exports/inventory.csv')).body).toBe(
    "\ufeffName,Type,Owner,Players,Minutes,Description\r\n'@SUM(A1),board-game,Noor,2-4,,'-5 points\r\n",
  );
  const { games } = (await admin.send('GET /api/admin/exports/festival.json')).json<{ games: { name: string }[] }>();
  expect(games.map(({ name }) => name)).toEqual(['@SUM(A1)']);
});
