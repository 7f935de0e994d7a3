import { expect, test } from 'vitest';
import { NewGame } from '#features/inventory/contract.ts';
import { nameKey } from '#platform/names.ts';
import { GAMES, type SampleGame } from './sample-games.ts';
import { NAMES } from './sample-names.ts';

const asSent = (game: SampleGame) => ({
  name: game.name,
  gameType: game.type,
  owner: game.owner,
  playerCount: game.players,
  playTime: game.minutes,
  description: game.description,
  available: true,
});

test('thirty games of every type, each as the contract would take it', () => {
  expect(GAMES).toHaveLength(30);
  expect([...new Set(GAMES.map(({ type }) => type))].sort()).toEqual(['board-game', 'card-game', 'video-game']);
  for (const game of GAMES) expect(NewGame.parse(asSent(game))).toEqual(asSent(game));
  expect(new Set(GAMES.map(({ name }) => nameKey(name))).size).toBe(30);
});

test('they are brought by people of the festival', () => {
  expect(GAMES.filter(({ owner }) => !NAMES.includes(owner))).toEqual([]);
});
