/**
 * Seed order by doubling (1–8, 4–5, 2–7, 3–6): each round's list puts beside every seed the one that sums with it to
 * size + 1, so that seeds 1 and 2 can only meet in the final. Seeds beyond the number of players are byes, so top seeds
 * get them.
 */
import type { Seed, Source } from './graph.ts';

export const ENTRANTS = { min: 2, max: 256 } as const;

/** Number of rounds of the winners bracket. */
export const roundsOf = (entrants: number): number => Math.ceil(Math.log2(entrants));

/** Returns the number of slots in the first round: the next power of two. */
export const bracketSize = (entrants: number): number => 2 ** roundsOf(entrants);

/** Returns the seeds of the first round from top to bottom; `size` is a power of two. */
export const seedOrder = (size: number): Seed[] =>
  size === 1 ? [1] : seedOrder(size / 2).flatMap((seed) => [seed, size + 1 - seed]);

/** Returns the first round's slots from top to bottom, with byes for missing seeds. */
export const firstRound = (entrants: number): Source[] =>
  seedOrder(bracketSize(entrants)).map((seed) => (seed <= entrants ? { kind: 'seed', seed } : { kind: 'bye' }));
