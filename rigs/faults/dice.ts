import { randomFrom } from '../random.ts';

/** Repeatable random numbers: the same seed gives the same sequence. */
export type Dice = { between(least: number, most: number): number; pick<T>(list: readonly T[]): T };

export function diceOf(seed: number): Dice {
  const { below, pick } = randomFrom(seed);
  return { between: (least, most) => least + below(most - least + 1), pick };
}
