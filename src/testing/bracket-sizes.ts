/** Brackets without results, of every kind and size. */
import fc from 'fast-check';
import { build } from '#features/brackets/engine/build.ts';
import { fold } from '#features/brackets/engine/fold.ts';
import type { DrawOptions } from '#features/brackets/engine/graph.ts';
import type { State } from '#features/brackets/engine/state.ts';

export const DOUBLE = { tournamentType: 'double-elimination' } as const;
export const SINGLE = { tournamentType: 'single-elimination' } as const;
export const THIRD = { ...SINGLE, thirdPlace: true } as const;

const SIZES = Array.from({ length: 127 }, (_, index) => index + 2);
/** Larger sizes only around powers of two and halves. */
const LARGE = [129, 160, 191, 192, 193, 224, 255, 256];

/** 1,000 runs: each size from 2 to 128 five times, small ones 357 times more, and a few large ones once. */
export const everySize = (run: (size: number, seed: number) => void): void => {
  for (const size of SIZES) fc.assert(fc.property(fc.constant(size), fc.integer(), run), { numRuns: 5 });
  fc.assert(fc.property(fc.integer({ min: 2, max: 20 }), fc.integer(), run), { numRuns: 357 });
  for (const size of LARGE) fc.assert(fc.property(fc.constant(size), fc.integer(), run), { numRuns: 1 });
};

const known = new Map<string, State>();

/** A bracket before its first result. Cached, because states are immutable. */
export const drawnOf = (size: number, options: DrawOptions): State => {
  const key = `${size} ${JSON.stringify(options)}`;
  const drawn = known.get(key) ?? fold(build(size, options), []);
  known.set(key, drawn);
  return drawn;
};
