import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { aGame } from '#testing/factories.ts';
import { aHelper } from '#testing/staff.ts';
import type { Game, ListedGame } from './contract.ts';
import { dropRemovedGames } from './duties.ts';

const shared = sharedApp();

const MISSING = '01890000-0000-7000-8000-000000000000';
const GONE = { status: 404, body: { code: 'NOT_FOUND', message: 'This game is not on the list any more.' } };
const TOO_LATE = {
  status: 404,
  body: { code: 'NOT_FOUND', message: 'This game can’t be brought back any more. Please add it again.' },
};
const NOT_YOURS = {
  status: 403,
  body: { code: 'NOT_YOURS', message: 'This game was added on another phone. Remove it there, or ask an organiser.' },
};
const FIFTY = {
  status: 409,
  body: { code: 'TOO_MANY_HERE', message: 'One person lists at most 50 games. Remove one first.' },
};

const add = (browser: Browser, said: object = {}, headers = {}) =>
  browser.send('POST /api/inventory', { ...aGame(), ...said }, headers);
const added = async (browser: Browser, said: object = {}): Promise<Game> => (await add(browser, said)).json<Game>();
const remove = (browser: Browser, id: string) => browser.send(`DELETE /api/inventory/${id}`);
const restore = (browser: Browser, id: string) => browser.send(`POST /api/inventory/${id}/restore`);
const listed = async (browser: Browser): Promise<Game[]> => {
  const [games, mine] = [await browser.send('GET /api/inventory'), await browser.send('GET /api/inventory/mine')];
  const ids = new Set(mine.json<string[]>());
  return games.json<ListedGame[]>().map((game) => ({ ...game, mine: ids.has(game.id) }));
};
const names = async (app: TestApp) => (await listed(app.browser())).map(({ name }) => name);

it('games are added with the first cookie, and are mine on this device only', async () => {
  const app = shared();
  const [noor, stranger] = [app.browser(), app.browser()];
  const answer = await add(noor, { name: '  Azul ', id: 'x', mine: false, visitorId: 'spy' });
  const azul = { ...aGame(), id: expect.not.stringMatching(/^x$/), lent: null, mine: true };
  expect(seen(answer)).toEqual({ status: 201, body: azul });
  expect([answer.headers['x-touches'], [...noor.cookies.keys()]]).toEqual(['inventory', ['fest_id']]);
  await added(noor, { name: 'aardvark', playerCount: null, playTime: null, description: null });
  expect((await listed(noor)).map(({ name, mine }) => [name, mine])).toEqual([
    ['aardvark', true],
    ['Azul', true],
  ]);
  expect((await listed(stranger)).map(({ mine }) => mine)).toEqual([false, false]);
  expect(stranger.cookies.size).toBe(0);
  expect(JSON.stringify(await everyRow(app.context.db))).not.toContain('spy');
});

it('games are added once per key', async () => {
  const app = await testApp();
  const [noor, headers] = [app.browser(), { 'idempotency-key': randomUUID() }];
  const [first, second] = [await add(noor, {}, headers), await add(app.browser(), {}, headers)];
  expect([seen(second), await names(app)]).toEqual([seen(first), ['Azul']]);
  expect((await add(noor, { name: 'Uno' }, headers)).statusCode).toBe(422);
  expect(await names(app)).toEqual(['Azul']);
});

it('games are at most fifty on one device, also with concurrent requests', async () => {
  const app = await testApp();
  const noor = app.browser();
  await added(noor);
  await Promise.all(Array.from({ length: 44 }, () => add(noor)));
  const last = await Promise.all(Array.from({ length: 10 }, () => add(noor)));
  expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(409)]);
  const before = await everyRow(app.context.db);
  expect(seen(await add(noor))).toEqual(FIFTY);
  expect(await everyRow(app.context.db)).toEqual(before);

  const [{ id = '' } = {}] = await listed(noor);
  await remove(noor, id);
  expect((await add(noor)).statusCode).toBe(201);
  expect(seen(await restore(noor, id))).toEqual(FIFTY);
  expect(await names(app)).toHaveLength(50);
});

it('games disappear from every list when removed, and are restored unchanged', async () => {
  const app = await testApp();
  const noor = app.browser();
  const azul = await added(noor);
  const removed = await remove(noor, azul.id);
  expect([seen(removed), removed.headers['x-touches']]).toEqual([{ status: 204, body: null }, 'inventory']);
  expect([await listed(noor), await names(app)]).toEqual([[], []]);
  expect(seen(await remove(noor, azul.id))).toEqual(GONE);

  app.clock.pass(60_000);
  await dropRemovedGames.run(app.context);
  const restored = await restore(noor, azul.id);
  expect([seen(restored), restored.headers['x-touches']]).toEqual([{ status: 200, body: azul }, 'inventory']);
  expect(await listed(noor)).toEqual([azul]);
  // The answer to the first may have been lost.
  expect(seen(await restore(noor, azul.id))).toEqual({ status: 200, body: azul });
  expect(await listed(noor)).toEqual([azul]);
  const sam = app.browser();
  await added(sam, { name: 'Uno' });
  expect(seen(await restore(sam, azul.id))).toEqual(TOO_LATE);
});

it('games stay removed after a minute, and are then deleted', async () => {
  const app = await testApp();
  const noor = app.browser();
  const azul = await added(noor);
  await remove(noor, azul.id);
  app.clock.pass(60_001);
  expect(seen(await restore(noor, azul.id))).toEqual(TOO_LATE);
  expect(await app.context.db.selectFrom('inventory_games').select('id').execute()).toHaveLength(1);
  await dropRemovedGames.run(app.context);
  expect(await app.context.db.selectFrom('inventory_games').select('id').execute()).toEqual([]);
});

it('games of another device cannot be removed or restored', async () => {
  const app = await testApp();
  const [noor, sam] = [app.browser(), app.browser()];
  await added(sam, { name: 'Uno' });
  const azul = await added(noor);
  const before = await everyRow(app.context.db);
  expect(seen(await remove(sam, azul.id))).toEqual(NOT_YOURS);
  expect(seen(await remove(sam, MISSING))).toEqual(GONE);
  expect(await everyRow(app.context.db)).toEqual(before);

  await remove(noor, azul.id);
  expect([seen(await restore(sam, azul.id)), seen(await restore(sam, MISSING))]).toEqual([TOO_LATE, TOO_LATE]);
  expect(await names(app)).toEqual(['Uno']);
});

it('games can be removed and restored by organisers, and stay their owner’s', async () => {
  const app = await testApp();
  const [noor, organiser] = [app.browser(), await app.admin()];
  const azul = await added(noor);
  expect((await remove(organiser, azul.id)).statusCode).toBe(204);
  expect(seen(await restore(organiser, azul.id))).toEqual({ status: 200, body: { ...azul, mine: false } });
  expect(await listed(noor)).toEqual([azul]);

  const own = await added(organiser, { name: 'Uno' });
  expect([own.mine, (await listed(organiser)).map(({ mine }) => mine)]).toEqual([true, [false, true]]);
});

it('games are in the list of changes with their owner when an organiser removes or restores them, and not when the owner does', async () => {
  const app = await testApp();
  const [noor, organiser] = [app.browser(), await app.admin()];
  const { id } = (await noor.send('POST /api/inventory', aGame())).json<Game>();
  for (const browser of [noor, organiser]) {
    app.clock.pass(1);
    await browser.send(`DELETE /api/inventory/${id}`);
    app.clock.pass(1);
    await restore(browser, id);
  }
  const azul = { name: 'Azul', owner: 'Noor' };
  expect((await organiser.send('GET /api/admin/audit')).json()).toMatchObject([
    { action: 'game restored', subject: 'Azul', before: null, after: azul },
    { action: 'game removed', subject: 'Azul', before: azul, after: null },
  ]);
});

it('games are removed once by two concurrent requests', async () => {
  const app = shared();
  const [noor, organiser] = [app.browser(), await app.admin()];
  for (let round = 0; round < 3; round += 1) {
    const { id } = await added(noor);
    const answers = await Promise.all([noor, organiser, noor, organiser].map((browser) => remove(browser, id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404, 404, 404]);
    const undone = await Promise.all([noor, organiser].map((browser) => restore(browser, id)));
    expect(undone.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await listed(noor)).filter((game) => game.id === id)).toHaveLength(1);
  }
});

it('a refused game writes nothing', async () => {
  const app = shared();
  const before = await everyRow(app.context.db);
  const answer = await add(app.browser(), { playTime: 4 });
  expect(seen(answer)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', field: 'playTime' } });
  expect(answer.cookies).toEqual([]);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('games are lent once, by whom it says to staff alone, and come back in one call, twice too', async () => {
  const app = await testApp();
  const [noor, library] = [app.browser(), await aHelper(app, { role: 'library', name: 'Jo' })];
  const { id } = await added(noor);
  const lend = (name: string) => library.send(`PUT /api/inventory/${id}/loan`, { name }).then(seen);
  const since = app.clock.now().toISOString();
  expect(await lend(' Rosa ')).toEqual({ status: 200, body: { name: 'Rosa', since } });
  app.clock.pass(1000);
  const message = 'This game is in use. Take it back first.';
  expect(await lend('Theo')).toEqual({ status: 409, body: { code: 'ALREADY_LENT', message } });
  expect((await listed(app.browser())).map(({ lent }) => lent)).toEqual([{ since }]);
  expect((await library.send('GET /api/inventory/loans')).json()).toEqual([{ id, lent: { name: 'Rosa', since } }]);
  const admin = await app.admin();
  const { games } = (await admin.send('GET /api/admin/exports/festival.json')).json<{ games: object[] }>();
  expect(JSON.stringify(games)).not.toMatch(/Rosa|lent/);
  expect(seen(await noor.send(`DELETE /api/inventory/${id}`))).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_LENT' },
  });
  const back = () => library.send(`DELETE /api/inventory/${id}/loan`).then(seen);
  for (const _ of [1, 2]) expect(await back()).toEqual({ status: 204, body: null });
  expect([(await listed(noor))[0]?.lent, (await library.send('GET /api/inventory/loans')).json()]).toEqual([null, []]);
  const entries = (await listEntries(app.context.db, {})).filter(({ byName }) => byName === 'Jo');
  expect(entries.map(({ action, subject, before, after }) => [action, subject, before, after])).toEqual([
    ['game taken back', 'Azul', { to: 'Rosa' }, null],
    ['game lent', 'Azul', null, { to: 'Rosa' }],
  ]);
  await remove(noor, id);
  expect([await lend('Theo'), await back()]).toMatchObject([{ status: 404 }, { status: 404 }]);
});
