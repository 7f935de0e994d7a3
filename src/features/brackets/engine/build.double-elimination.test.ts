import { expect, it } from 'vitest';
import { firstRound, seedOrder } from './elimination.ts';

it('pairs 1–8, 4–5, 2–7, 3–6, and so on by doubling', () => {
  expect(seedOrder(2)).toEqual([1, 2]);
  expect(seedOrder(8)).toEqual([1, 8, 4, 5, 2, 7, 3, 6]);
  expect(seedOrder(16)).toEqual([1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]);
});

it('puts byes in place of missing seeds', () => {
  const seeds = firstRound(5).map((source) => (source.kind === 'seed' ? source.seed : source.kind));
  expect(seeds).toEqual([1, 'bye', 4, 5, 2, 'bye', 3, 'bye']);
});
