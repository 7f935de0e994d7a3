import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { problemsIn } from '#testing/soundness.ts';

const anAccount = async (browser: Browser, name: string): Promise<string> =>
  (await browser.send('POST /api/users', { name })).json<{ id: string }>().id;
const give = (browser: Browser, id: string, points: number) =>
  browser.send(`POST /api/users/${id}/points`, { points, reason: 'Won' });
const scores = async (app: TestApp): Promise<[string, number][]> =>
  (await app.browser().send('GET /api/users'))
    .json<{ name: string; score: number }[]>()
    .map(({ name, score }) => [name, score]);
const read = async (browser: Browser) => (await browser.send('GET /api/standings/freeze')).json();
const freeze = (browser: Browser, body: object) => browser.send('PUT /api/standings/freeze', body);
const reveal = (browser: Browser, to: number | null) => browser.send('POST /api/standings/reveal', { to });
const NOT_FROZEN = { frozen: false, at: null, to: null, places: [] };

it('a freeze shows everybody the scores of its moment, and the true ones when it ends', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const [rosa, gus] = [await anAccount(app.browser(), 'Rosa'), await anAccount(app.browser(), 'Gus')];
  await give(admin, rosa, 5);
  expect(await read(app.browser())).toEqual(NOT_FROZEN);
  const at = app.clock.now().toISOString();
  const slow = new Date(app.clock.now().getTime() - 1000).toISOString();
  expect(seen(await freeze(admin, { frozen: true, at: slow }))).toEqual({
    status: 200,
    body: { ...NOT_FROZEN, frozen: true, at },
  });
  app.clock.pass(1000);
  await give(admin, gus, 9);
  await anAccount(app.browser(), 'Bo');
  expect(await scores(app)).toEqual([
    ['Rosa', 5],
    ['Bo', 0],
    ['Gus', 0],
  ]);
  // The answer of the first request may have been lost.
  expect((await freeze(admin, { frozen: true, at })).json()).toMatchObject({ at });
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  expect((await freeze(admin, { frozen: false })).json()).toEqual(NOT_FROZEN);
  expect(await scores(app)).toEqual([
    ['Gus', 9],
    ['Rosa', 5],
    ['Bo', 0],
  ]);
  expect(await read(app.browser())).toEqual(NOT_FROZEN);
  const { users = [] } = await everyRow(app.context.db);
  for (const row of users.map((text) => JSON.parse(text))) expect(row.shown_revision).toBe(row.revision);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  const actions = (await listEntries(app.context.db, {}, 10)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('standings'))).toEqual(['standings shown', 'standings frozen']);
});

it('a freeze keeps its secrets when the clock is set back before it', async () => {
  const app = await testApp();
  const [admin, phone] = [await app.admin(), app.browser()];
  const rosa = await anAccount(phone, 'Rosa');
  await freeze(admin, { frozen: true });
  app.clock.pass(1000);
  await give(admin, rosa, 9);
  app.clock.pass(-60_000);
  await give(admin, rosa, 1);
  expect(await scores(app)).toEqual([['Rosa', 1]]);
  const own = (await phone.send(`GET /api/users/${rosa}/points`)).json<{ points: number | null }[]>();
  expect(own.map(({ points }) => points)).toEqual([null, 1]);
  await freeze(admin, { frozen: false });
  expect([await scores(app), await problemsIn(app.context.db, 'sqlite')]).toEqual([[['Rosa', 10]], []]);
});

it('a freeze begins at its time, and not before', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const rosa = await anAccount(app.browser(), 'Rosa');
  const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
  await freeze(admin, { frozen: true, at });
  await give(admin, rosa, 5);
  expect([await scores(app), await read(app.browser())]).toEqual([[['Rosa', 5]], { ...NOT_FROZEN, frozen: true, at }]);
  app.clock.pass(60_000);
  await give(admin, rosa, 7);
  expect(await scores(app)).toEqual([['Rosa', 5]]);
  const later = { frozen: true, at: new Date(app.clock.now().getTime() + 60_000).toISOString() };
  expect(seen(await freeze(admin, later))).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', field: 'at' } });
});

it('the ceremony tells places by the ranking of its beginning, ties together, and nothing of the others', async () => {
  const app = await testApp();
  const [admin, anybody] = [await app.admin(), app.browser()];
  const ids: string[] = [];
  for (const [index, points] of [9, 7, 7, 5].entries()) {
    const id = await anAccount(app.browser(), `Player ${index + 1}`);
    await give(admin, id, points);
    ids.push(id);
  }
  expect((await reveal(admin, 11)).json()).toMatchObject({ code: 'NOT_FROZEN' });
  await freeze(admin, { frozen: true });
  expect((await reveal(admin, 4)).json()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect((await reveal(admin, 10)).json()).toMatchObject({ to: 11 });
  const begun = (await reveal(admin, 11)).json();
  expect([begun.to, begun.places.map(({ rank }: { rank: number }) => rank)]).toEqual([11, [1, 2, 2, 4]]);
  expect(await read(anybody)).toMatchObject({ to: 11, places: [] });
  app.clock.pass(1000);
  await give(admin, ids[3] ?? '', 90);
  expect((await reveal(admin, 5)).json().to).toBe(11);
  await reveal(admin, 4);
  const fourth = { id: ids[3], rank: 4, name: 'Player 4', points: 5 };
  expect(await read(anybody)).toMatchObject({ to: 4, places: [fourth] });
  expect((await reveal(admin, 3)).json().to).toBe(4);
  await reveal(admin, 2);
  await admin.send(`PATCH /api/users/${ids[3]}`, { name: 'Kim' });
  const told = (await read(anybody)).places.map(({ name, rank }: { name: string; rank: number }) => [rank, name]);
  expect(told).toEqual([
    [2, 'Player 2'],
    [2, 'Player 3'],
    [4, 'Kim'],
  ]);
  expect((await reveal(admin, 11)).json().to).toBe(11);
  expect((await read(anybody)).places).toEqual([]);
  await reveal(admin, 0);
  await admin.send(`DELETE /api/users/${ids[0]}`);
  expect((await read(anybody)).places.map(({ rank }: { rank: number }) => rank)).toEqual([2, 2, 4]);
  expect((await admin.send('GET /api/standings/ceremony')).json().to).toBe(0);
  await reveal(admin, null);
  expect((await admin.send('GET /api/standings/ceremony')).json()).toEqual({ to: null, places: [] });
  await admin.send(`PUT /api/users/${ids[1]}/seen`, { seen: true });
  const seenOnly = await admin.send('POST /api/standings/reveal', { to: 11, onlySeen: true });
  expect(seenOnly.json()).toMatchObject({ to: 11, places: [{ id: ids[1], rank: 1 }] });
  expect((await freeze(admin, { frozen: false })).json()).toEqual(NOT_FROZEN);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});
