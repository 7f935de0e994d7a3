import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { setPaused } from '#features/limits/commands/admission.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { anOpenGame } from '#testing/factories.ts';
import { aHelper } from '#testing/staff.ts';
import type { MyOpenGame, NewOpenGame, OpenGame } from './contract.ts';

const shared = sharedApp();

const open = (browser: Browser, said: Partial<NewOpenGame> = {}, key: string = randomUUID()) =>
  browser.send('POST /api/open-games', anOpenGame(said), { 'idempotency-key': key });
const join = (browser: Browser, id: string, playerName: string) =>
  browser.send(`POST /api/open-games/${id}/join`, { playerName });
const idOf = async (answer: ReturnType<Browser['send']>) => (await answer).json<MyOpenGame>().id;
const listed = async (app: TestApp) => (await app.browser().send('GET /api/open-games')).json<OpenGame[]>();
const mine = async (browser: Browser) => (await browser.send('GET /api/open-games/my')).json<MyOpenGame[]>();
const playersOf = async (browser: Browser) => (await mine(browser)).map(({ players }) => players);
const refusal = (status: number, code: string, message: string, field?: string) => ({
  status,
  body: { code, message, ...(field && { field }) },
});
const gone = (sentence = 'This game does not look for players any more.') => refusal(404, 'NOT_FOUND', sentence);

it('an open game is public without the names of who joined, which its host and they read', async () => {
  const app = await testApp();
  const [rosa, theo] = [app.browser(), app.browser()];
  const at = new Date(app.clock.now().getTime() + HOUR).toISOString();
  const answer = await open(rosa, { at, note: ' Beginners welcome ' });
  const game = {
    ...{ id: expect.any(String), game: 'Azul', location: 'Ballroom A', free: 3, at, note: 'Beginners welcome' },
    ...{ host: 'Rosa', createdAt: app.clock.now().toISOString() },
  };
  expect(seen(answer)).toEqual({ status: 201, body: { ...game, mine: true, players: [] } });
  expect(answer.headers['x-touches']).toContain('open-games');
  const { id } = answer.json<MyOpenGame>();
  const joined = await join(theo, id, 'Theo');
  expect(seen(joined)).toEqual({
    status: 201,
    body: { ...game, free: 2, mine: false, players: [{ name: 'Theo', mine: true }] },
  });
  expect(await listed(app)).toEqual([{ ...game, free: 2 }]);
  expect(await mine(rosa)).toEqual([{ ...game, free: 2, mine: true, players: [{ name: 'Theo', mine: false }] }]);
  expect(await mine(theo)).toEqual([joined.json()]);
  expect([await mine(app.browser()), (await app.browser().send('GET /api/open-games')).body.includes('Theo')]).toEqual([
    [],
    false,
  ]);
  expect((await theo.send('GET /api/visitor')).json()).toMatchObject({ openGames: 1 });
});

it('a device has one open game, and another when the first is over, ended or two hours old', async () => {
  const app = await testApp();
  const [rosa, theo] = [app.browser(), app.browser()];
  const second = () => open(rosa, { game: 'Uno', places: 1 });
  await open(rosa, { places: 1 });
  const before = await everyRow(app.context.db);
  expect(seen(await second())).toEqual(
    refusal(409, 'TOO_MANY_HERE', 'You look for players already. Cancel that game first.'),
  );
  expect(await everyRow(app.context.db)).toEqual(before);
  const [first] = await listed(app);
  await join(theo, first?.id ?? '', 'Theo');
  // Full and begun: only its people see it.
  expect([await listed(app), (await mine(theo)).length]).toEqual([[], 1]);
  const uno = await idOf(second());
  expect((await listed(app)).map(({ game }) => game)).toEqual(['Uno']);
  expect((await mine(theo)).length).toBe(0);
  expect((await rosa.send(`DELETE /api/open-games/${uno}`)).statusCode).toBe(204);
  await second();
  app.clock.pass(2 * HOUR);
  expect([await mine(rosa), seen(await join(theo, uno, 'Theo'))]).toEqual([[], gone()]);
  expect((await second()).statusCode).toBe(201);
});

it('an open game is left by its device in one call, twice too, and has its place again', async () => {
  const app = shared();
  const [rosa, theo] = [app.browser(), app.browser()];
  const id = await idOf(open(rosa, { places: 2 }));
  await join(theo, id, 'Theo');
  await join(theo, id, 'Ada');
  expect(await playersOf(rosa)).toEqual([['Theo', 'Ada'].map((name) => ({ name, mine: false }))]);
  expect(seen(await join(rosa, id, 'Bo'))).toEqual(
    refusal(409, 'GAME_FULL', 'Somebody was quicker: this game is full.'),
  );
  for (const _ of [1, 2]) expect((await theo.send(`DELETE /api/open-games/${id}/join`)).statusCode).toBe(204);
  expect([await playersOf(rosa), await mine(theo)]).toEqual([[[]], []]);
  expect((await listed(app)).find((game) => game.id === id)?.free).toBe(2);
  expect(seen(await theo.send('DELETE /api/open-games/none/join'))).toEqual(gone());
});

it('an open game takes a name once, the host’s too, and no name of another phone’s account', async () => {
  const app = shared();
  const [rosa, theo, ada] = [app.browser(), app.browser(), app.browser()];
  await ada.send('POST /api/users', { name: 'Ada Lark' });
  const taken = (name: string) =>
    refusal(409, 'NAME_TAKEN', `Someone called ${name} plays already. Add an initial.`, 'playerName');
  const has = 'Ada Lark has an account on another phone. Add an initial.';
  const accounts = refusal(409, 'NAME_OF_ACCOUNT', has, 'playerName');
  expect(seen(await open(rosa, { playerName: 'Ada Lark' }))).toEqual(accounts);
  const id = await idOf(open(rosa));
  await join(theo, id, 'Theo');
  const before = await everyRow(app.context.db);
  expect(seen(await join(theo, id, ' THEO '))).toEqual(taken('THEO'));
  expect(seen(await join(theo, id, 'rosa'))).toEqual(taken('rosa'));
  expect(seen(await join(theo, id, 'Ada Lark'))).toEqual(accounts);
  expect(await everyRow(app.context.db)).toEqual(before);
  expect((await join(ada, id, 'Ada Lark')).statusCode).toBe(201);
});

it('one phone joins with six names at most, over all games', async () => {
  const app = shared();
  const [rosa, noor, vandal] = [app.browser(), app.browser(), app.browser()];
  const ids = [await idOf(open(rosa, { places: 12 })), await idOf(open(noor, { places: 12, game: 'Uno' }))];
  for (const number of [1, 2, 3, 4, 5, 6]) await join(vandal, ids[number % 2] ?? '', `Vandal ${number}`);
  const most = '6 people of this phone are in open games. Leave one first.';
  expect(seen(await join(vandal, ids[0] ?? '', 'Vandal 7'))).toEqual(refusal(409, 'TOO_MANY_HERE', most));
  await vandal.send(`DELETE /api/open-games/${ids[0]}/join`);
  expect((await join(vandal, ids[0] ?? '', 'Vandal 7')).statusCode).toBe(201);
});

it('an open game ends by its host or staff, which the list of changes notes, and by nobody else', async () => {
  const app = await testApp();
  const [rosa, theo, helper] = [app.browser(), app.browser(), await aHelper(app, { role: 'library', name: 'Jo' })];
  const id = await idOf(open(rosa));
  await join(theo, id, 'Theo');
  const end = (browser: Browser) => browser.send(`DELETE /api/open-games/${id}`).then(seen);
  const sentence = 'This game was opened on another phone. End it there, or ask event staff.';
  expect(await end(theo)).toEqual(refusal(403, 'NOT_YOURS', sentence));
  expect(await end(await aHelper(app, { role: 'door' }))).toMatchObject({ status: 403 });
  expect(await end(helper)).toEqual({ status: 204, body: null });
  expect(await end(helper)).toEqual(gone());
  const [entry] = await listEntries(app.context.db, {});
  expect(entry).toMatchObject({
    action: 'open game removed',
    subject: 'Rosa at Azul',
    byName: 'Jo',
    byRole: 'library',
  });
  expect([await mine(theo), (await everyRow(app.context.db)).open_game_players]).toEqual([[], []]);
});

it('an open game is reported once by each device, and organisers see it until it is gone', async () => {
  const app = await testApp();
  const [rosa, theo, admin] = [app.browser(), app.browser(), await app.admin()];
  const id = await idOf(open(rosa));
  const warned = async () =>
    (await admin.send('GET /api/admin/attention'))
      .json<{ text: string }[]>()
      .flatMap(({ text }) => (text.startsWith('Open game') ? [text] : []));
  for (const browser of [theo, theo, app.browser()])
    expect((await browser.send(`POST /api/open-games/${id}/report`)).statusCode).toBe(200);
  expect(await warned()).toEqual(['Open game Azul of Rosa: reported by 2 phones.']);
  expect(seen(await theo.send('POST /api/open-games/none/report'))).toEqual(gone());
  await admin.send(`DELETE /api/open-games/${id}`);
  expect(await warned()).toEqual([]);
});

describe('a stranger’s open game', () => {
  it('is refused while registration is paused, and counts as sixteen new visitors', async () => {
    const app = await testApp('sqlite', { limits: { newVisitors: { burst: 48, perMinute: 1 } } });
    for (const name of ['A', 'B', 'C']) expect((await open(app.browser(), { playerName: name })).statusCode).toBe(201);
    expect((await open(app.browser())).statusCode).toBe(429);
    await setPaused(app.context.db, true);
    app.clock.pass(1000);
    expect(seen(await open(app.browser()))).toMatchObject({ body: { code: 'PAUSED' } });
  });

  it('is refused when there are too many, until some are over and deleted', async () => {
    const app = await testApp('sqlite', { limits: { openGames: 2 } });
    for (const name of ['A', 'B']) await open(app.browser(), { playerName: name });
    const full = refusal(409, 'FESTIVAL_FULL', 'Very many games look for players already. Join one of them.');
    expect(seen(await open(app.browser()))).toEqual(full);
  });

  it('is opened once when its request is repeated, and 404 when it ended meanwhile', async () => {
    const app = shared();
    const [rosa, key] = [app.browser(), randomUUID()];
    const first = await open(rosa, {}, key);
    const { id } = first.json<MyOpenGame>();
    expect((await open(app.browser(), {}, key)).json()).toEqual(first.json());
    await rosa.send(`DELETE /api/open-games/${id}`);
    expect(seen(await open(rosa, {}, key))).toEqual(gone());
  });
});

it('an open game begins at most a day ahead, and not in the past', async () => {
  const app = shared();
  const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
  for (const [ms, sentence] of [
    [-11 * MINUTE, 'This time has passed.'],
    [25 * HOUR, 'That is more than a day ahead.'],
  ] as const)
    expect(seen(await open(app.browser(), { at: at(ms) }))).toEqual(refusal(400, 'BAD_INPUT', sentence, 'at'));
});
