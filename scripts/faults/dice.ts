/** Chance that can be had again: the same seed throws the same numbers. What the machine does meanwhile is its own chance. */
export type Dice = { between(least: number, most: number): number; pick<T>(list: readonly T[]): T };

/** Numbers of the mulberry32 sequence. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
  };
}
