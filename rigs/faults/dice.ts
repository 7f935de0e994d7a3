import { randomFrom } from '../random.ts';

/** Chance that can be had again: the same seed throws the same numbers. What the machine does meanwhile is its own chance. */
export type Dice = { between(least: number, most: number): number; pick<T>(list: readonly T[]): T };

export function diceOf(seed: number): Dice {
  const { below, pick } = randomFrom(seed);
  return { between: (least, most) => least + below(most - least + 1), pick };
}
