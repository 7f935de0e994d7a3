import { describe, expect, it } from 'vitest';
import { build } from './build.ts';
import { bracketSize, firstRound } from './elimination.ts';
import { fold } from './fold.ts';

const SIZES = Array.from({ length: 255 }, (_, index) => index + 2);

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
