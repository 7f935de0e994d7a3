/**
 * Seed order by doubling (1–8, 4–5, 2–7, 3–6): each round's list puts beside every seed the one that makes size + 1 with
 * it, so seeds 1 and 2 can only meet in the final. A seed beyond the last player is a bye, so the top seeds rest.
 */
import type { Seed, Source } from './graph.ts';

export const ENTRANTS = { min: 2, max: 256 } as const;

/** The next power of two: how many slots the first round has. */
export const bracketSize = (entrants: number): number => 2 ** Math.ceil(Math.log2(entrants));

/** Rounds of the winners bracket. */
export const roundsOf = (entrants: number): number => Math.ceil(Math.log2(entrants));

/** The seeds of the first round from top to bottom; `size` is a power of two. */
export const seedOrder = (size: number): Seed[] =>
  size === 1 ? [1] : seedOrder(size / 2).flatMap((seed) => [seed, size + 1 - seed]);

/** The first round's slots from top to bottom, byes in place of the seeds nobody has. */
export const firstRound = (entrants: number): Source[] =>
  seedOrder(bracketSize(entrants)).map((seed) => (seed <= entrants ? { kind: 'seed', seed } : { kind: 'bye' }));
