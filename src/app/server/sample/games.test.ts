import { expect, test } from 'vitest';
import { NewGame } from '#features/inventory/contract.ts';
import { listGames } from '#features/inventory/store.ts';
import { nameKey } from '#platform/names.ts';
import { testApp } from '#testing/app.ts';
import { layInSample } from '#testing/sample.ts';
import { readContents } from './contents.ts';

const { people, games: GAMES } = readContents();
const NAMES = people.map(({ name }) => name);

test('has thirty games of every type that the contract accepts, with owners from its own people', () => {
  expect(GAMES).toHaveLength(30);
  expect([...new Set(GAMES.map(({ gameType }) => gameType))].sort()).toEqual(['board-game', 'card-game', 'video-game']);
  expect(GAMES.map((game) => NewGame.parse(game))).toEqual(GAMES);
  expect(new Set(GAMES.map(({ name }) => nameKey(name))).size).toBe(30);
  expect(GAMES.filter(({ owner }) => !NAMES.includes(owner))).toEqual([]);
});

test('the festival has all of them, and they belong to no device', async () => {
  const { context } = await testApp();
  await layInSample(context);
  const games = await listGames(context.db);
  expect(games.map(({ name }) => name).sort()).toEqual(GAMES.map(({ name }) => name).sort());
  const owned = await context.db
    .selectFrom('inventory_games')
    .select('id')
    .where('visitor_id', 'is not', null)
    .execute();
  expect(owned).toEqual([]);
});
