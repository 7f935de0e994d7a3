import { expect, it } from 'vitest';
import { gameTypeOf } from './status.ts';

it('counts card games as board games', () => {
  expect((['course', 'board-game', 'card-game', 'video-game'] as const).map(gameTypeOf)).toEqual([
    null,
    'board',
    'board',
    'video',
  ]);
});
