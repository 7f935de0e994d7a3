import { expect, it } from 'vitest';
import { rowProblems } from '#database/soundness.ts';
import { inventorySoundness } from './soundness.ts';

const GAME = {
  ...{ id: 'g-azul', name: 'Azul', name_key: 'azul', game_type: 'board-game', owner: 'Noor', player_count: '2-4' },
  ...{ play_time: 45, description: null, available: 1, visitor_id: null, removed_at: null },
  created_at: '2025-11-13T12:00:00.000Z',
};

it.each([
  [{}, []],
  [{ name_key: 'x' }, ['name_key is not the key of the name']],
  [{ player_count: '' }, ['player_count is missing']],
])('a row with %o has these problems: %o', (said, problems) => {
  expect(rowProblems(inventorySoundness.rows.inventory_games, { ...GAME, ...said })).toEqual(problems);
});
