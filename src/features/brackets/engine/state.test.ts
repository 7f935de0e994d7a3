/** Nobody takes over results: neither present ones nor those that an undo brings back. */
import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { drawnOf } from '#testing/bracket-sizes.ts';
import { enter, fold } from './fold.ts';
import { hasPlayed } from './state.ts';

const OPTIONS = [
  { tournamentType: 'double-elimination' },
  { tournamentType: 'single-elimination', thirdPlace: true },
] as const;

it('a player who has not played counts as one who played when an undo can bring the result back, but not when the result was undone', () => {
  const drawn = drawnOf(4, OPTIONS[1]);
  const played = fold(drawn.graph, [win('W1-1', 1)]);
  const cleared = enter(played, { kind: 'clear', match: 'W1-1' });
  const undone = enter(played, { kind: 'undo' });
  expect([drawn, played, cleared, undone].map((state) => [1, 2, 3, 4].filter((one) => hasPlayed(state, one)))).toEqual([
    ...[[], [1, 4], [1, 4], []],
  ]);
});

it('a player who has not played may have advanced by a bye', () => {
  const drawn = drawnOf(3, OPTIONS[0]);
  expect([1, 2, 3].map((one) => hasPlayed(drawn, one))).toEqual([false, false, false]);
});
