import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nameKey } from '#platform/names.ts';
import { type Browser, organisedApp, seen, type TestApp, testApp } from '#testing/app.ts';
import { listedBurst, phones, remove, undo } from '#testing/burst.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { aGame } from '#testing/factories.ts';
import { layInSample } from '#testing/sample.ts';
import { type Game, NewGame } from './contract.ts';
import { inventoryDuties } from './duties.ts';
import { listGames } from './store.ts';

const add = (browser: Browser, owner: string) => browser.send('POST /api/inventory', aGame({ owner }));
const gamesOf = async ({ context }: TestApp) => (await everyRow(context.db)).inventory_games;

describe.each(DIALECTS)('%s', (dialect) => {
  it('games go with their device, also one that it just removed, and only listed ones are counted and name it', async () => {
    const app = await testApp(dialect);
    const [noor, sam] = [app.browser(), app.browser()];
    await add(sam, 'Sam');
    const before = await gamesOf(app);
    const [first] = [await add(noor, 'First'), await add(noor, 'Second')];
    await noor.send(`DELETE /api/inventory/${first.json<Game>().id}`);
    expect((await noor.send('GET /api/visitor')).json()).toMatchObject({ games: 1 });
    expect((await noor.send('GET /api/names/my')).json()).toEqual([{ name: 'Second', account: false }]);
    expect((await noor.send('DELETE /api/visitor')).statusCode).toBe(204);
    expect(await gamesOf(app)).toEqual(before);
  });

  it('games go with a burst, except those that their owner removed meanwhile, and come back', async () => {
    const { app, admin } = await organisedApp(dialect);
    const [first] = await phones(app, 31, (phone, n) =>
      phone.send('POST /api/inventory', aGame({ name: `Game ${n}` })),
    );
    const [id] = (await first?.send('GET /api/inventory/mine'))?.json<string[]>() ?? [];
    await first?.send(`DELETE /api/inventory/${id}`);

    const burst = await listedBurst(admin);
    expect(burst.things).toBe(30);
    const before = await gamesOf(app);
    const removal = await remove(admin, burst);
    expect(removal.statusCode).toBe(201);
    expect(await gamesOf(app)).toHaveLength(1);
    expect(seen(await undo(admin, removal.json<{ id: string }>().id))).toMatchObject({
      body: { restored: 30, things: 30 },
    });
    expect(await gamesOf(app)).toEqual(before);
  });
});

it('adds thirty games of every type to the sample, whose owners are its people and which belong to no device', async () => {
  const sample: NewGame[] = JSON.parse(readFileSync(inventoryDuties.archived?.sample ?? '', 'utf8'));
  expect(sample.map((game) => NewGame.parse(game))).toEqual(sample);
  expect(new Set(sample.map(({ name }) => nameKey(name))).size).toBe(30);
  expect(new Set(sample.map(({ gameType }) => gameType))).toEqual(new Set(['board-game', 'card-game', 'video-game']));

  const { context } = await testApp();
  await layInSample(context);
  const games = (await listGames(context.db)).map(({ id: _, lent: __, ...game }) => game);
  const byName = (one: NewGame, other: NewGame) => (one.name < other.name ? -1 : 1);
  expect(games.toSorted(byName)).toEqual(sample.toSorted(byName));
  const owned = context.db.selectFrom('inventory_games').select('id').where('visitor_id', 'is not', null);
  expect(await owned.execute()).toEqual([]);
  const people = (await context.db.selectFrom('users').select('name').execute()).map(({ name }) => name);
  expect(sample.filter(({ owner }) => !people.includes(owner))).toEqual([]);
});
