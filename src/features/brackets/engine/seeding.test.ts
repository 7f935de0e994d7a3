import { describe, expect, it } from 'vitest';
import { build } from './build.ts';
import { fold } from './fold.ts';
import { bracketSize, firstRound, seedOrder } from './seeding.ts';

const SIZES = Array.from({ length: 255 }, (_, index) => index + 2);

it('pairs 1–8, 4–5, 2–7, 3–6, and so on by doubling', () => {
  expect(seedOrder(2)).toEqual([1, 2]);
  expect(seedOrder(8)).toEqual([1, 8, 4, 5, 2, 7, 3, 6]);
  expect(seedOrder(16)).toEqual([1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]);
});

it('puts byes in place of missing seeds', () => {
  const seeds = firstRound(5).map((source) => (source.kind === 'seed' ? source.seed : source.kind));
  expect(seeds).toEqual([1, 'bye', 4, 5, 2, 'bye', 3, 'bye']);
});

describe.each(['double-elimination', 'single-elimination'] as const)(
  '%s, every size from 2 to 256',
  (tournamentType) => {
    it('gives byes to exactly the top seeds', () => {
      for (const size of SIZES) {
        const byes = bracketSize(size) - size;
        const { matches } = fold(build(size, { tournamentType }), []);
        const resting = matches.flatMap(({ match, status, winner, players }) =>
          match.id.startsWith('W1-') && status === 'bye' ? Number(players[(winner ?? 0) - 1]) : [],
        );
        const expected = Array.from({ length: byes }, (_, index) => index + 1);
        expect(resting.toSorted((one, other) => one - other)).toEqual(expected);
      }
    });

    it('puts seeds 1 and 2 into opposite halves, and everybody into one slot', () => {
      for (const size of SIZES) {
        const slots = firstRound(size).map((source) => (source.kind === 'seed' ? source.seed : 0));
        const seeds = slots.filter((seed) => seed > 0).toSorted((one, other) => one - other);
        expect(slots.indexOf(1)).toBeLessThan(slots.length / 2);
        expect(slots.indexOf(2)).toBeGreaterThanOrEqual(slots.length / 2);
        expect(seeds).toEqual(Array.from({ length: size }, (_, index) => index + 1));
      }
    });
  },
);
