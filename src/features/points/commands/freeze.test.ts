import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { MINUTE } from '#platform/durations.ts';
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
  expect((await admin.send('GET /api/standings/ceremony')).json()).toEqual({ to: null, places: [], lost: [] });
  await admin.send(`PUT /api/users/${ids[1]}/seen`, { seen: true });
  const seenOnly = await admin.send('POST /api/standings/reveal', { to: 11, onlySeen: true });
  expect(seenOnly.json()).toMatchObject({ to: 11, places: [{ id: ids[1], rank: 1 }] });
  expect((await freeze(admin, { frozen: false })).json()).toEqual(NOT_FROZEN);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a press that saw another step tells nothing, and a repeated one answers the same', async () => {
  const app = await testApp();
  const [admin, other] = [await app.admin(), await app.admin()];
  for (const points of [9, 7, 5]) await give(admin, await anAccount(app.browser(), `Player ${points}`), points);
  await freeze(admin, { frozen: true });
  const press = (browser: Browser, from: number | null, to: number | null) =>
    browser.send('POST /api/standings/reveal', { from, to });
  expect((await press(admin, null, 11)).json().to).toBe(11);
  expect((await press(other, null, 11)).json().to).toBe(11);
  expect((await press(admin, 11, 3)).json().to).toBe(3);
  expect((await press(other, 11, 3)).json().to).toBe(3);
  expect(seen(await press(other, 11, 2))).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
  expect((await press(admin, 3, 11)).json().to).toBe(11);
  expect((await freeze(admin, { frozen: false, from: 0 })).json()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  await press(admin, 11, 0);
  expect((await freeze(admin, { frozen: false, from: 0 })).json()).toEqual(NOT_FROZEN);
  expect((await freeze(other, { frozen: false, from: 0 })).json()).toEqual(NOT_FROZEN);
});

it('the ceremony is shown on the screens that were asked for, which get back what they showed', async () => {
  const app = await testApp();
  const admin = await app.admin();
  await give(admin, await anAccount(app.browser(), 'Rosa'), 5);
  const messages = { kind: 'messages', seconds: 15 };
  for (const name of ['bar', 'hall', 'lobby']) await admin.send(`PUT /api/screens/${name}`, { pages: [messages] });
  await admin.send('PUT /api/screens/hall/now', { page: messages });
  const shown = async () =>
    Object.fromEntries(
      (await admin.send('GET /api/screens'))
        .json<{ name: string; now: { kind: string } | null }[]>()
        .map(({ name, now }) => [name, now?.kind ?? null]),
    );
  await freeze(admin, { frozen: true });
  await admin.send('POST /api/standings/reveal', { from: null, to: 11, screens: ['hall', 'lobby', 'gone'] });
  expect(await shown()).toEqual({ bar: null, hall: 'ceremony', lobby: 'ceremony' });
  expect((await app.browser().send('GET /api/screens/hall')).json()).toMatchObject({ now: { kind: 'ceremony' } });
  await admin.send('POST /api/standings/reveal', { from: 11, to: null });
  expect(await shown()).toEqual({ bar: null, hall: 'messages', lobby: null });
  await admin.send('POST /api/standings/reveal', { from: null, to: 11, screens: ['hall', 'lobby'] });
  // What an organiser shows there meanwhile stays.
  await admin.send('PUT /api/screens/lobby/now', { page: messages });
  await freeze(admin, { frozen: false });
  expect(await shown()).toEqual({ bar: null, hall: 'messages', lobby: 'messages' });
});

it('the desk names whose account or points are gone while the ceremony runs, and ranks anew', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const ids: string[] = [];
  for (const points of [9, 7, 5, 3]) ids.push(await anAccount(app.browser(), `Player ${points}`));
  for (const [index, points] of [9, 7, 5, 3].entries()) await give(admin, ids[index] ?? '', points);
  await freeze(admin, { frozen: true });
  await reveal(admin, 11);
  await reveal(admin, 4);
  const ceremony = async () => (await admin.send('GET /api/standings/ceremony')).json();
  expect((await ceremony()).lost).toEqual([]);
  await admin.send(`DELETE /api/users/${ids[0]}`);
  const [entry] = (await admin.send(`GET /api/users/${ids[2]}/points`)).json<{ id: string }[]>();
  await admin.send(`DELETE /api/points/${entry?.id}`);
  expect((await ceremony()).lost).toEqual([
    { rank: 1, name: null, points: 9, score: null },
    { rank: 3, name: 'Player 5', points: 5, score: 0 },
  ]);
  const rankAnew = async () => (await admin.send('POST /api/standings/reveal', { from: 4, to: 4, anew: true })).json();
  // The winner may still be restored, and would be missing.
  expect(await rankAnew()).toMatchObject({
    code: 'CHANGED_MEANWHILE',
    message: 'Player 9 was deleted less than a minute ago. Undo that, or wait a minute, then rank anew.',
  });
  app.clock.pass(MINUTE);
  const anew = await rankAnew();
  expect(anew).toMatchObject({
    to: 2,
    lost: [],
    places: [
      { name: 'Player 7', rank: 1 },
      { name: 'Player 3', rank: 2 },
    ],
  });
  expect((await reveal(admin, null)).json()).toEqual({ to: null, places: [], lost: [] });
  expect((await admin.send('POST /api/standings/reveal', { to: 11, anew: true })).json()).toMatchObject({
    code: 'CHANGED_MEANWHILE',
  });
});

it('a place that no step has told is not ranked behind one that is told', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const ids: string[] = [];
  for (const points of [9, 7, 5]) ids.push(await anAccount(app.browser(), `Player ${points}`));
  for (const [index, points] of [9, 7, 5].entries()) await give(admin, ids[index] ?? '', points);
  await freeze(admin, { frozen: true });
  await reveal(admin, 11);
  await reveal(admin, 3);
  await give(admin, ids[0] ?? '', -6);
  const rankAnew = async (to: number) =>
    (await admin.send('POST /api/standings/reveal', { from: to, to, anew: true })).json();
  expect(await rankAnew(3)).toMatchObject({ code: 'CHANGED_MEANWHILE', message: expect.stringContaining('Player 9') });
  await reveal(admin, 11);
  expect(await rankAnew(11)).toMatchObject({
    to: 11,
    places: [{ name: 'Player 7' }, { name: 'Player 5' }, { name: 'Player 9' }],
  });
});
