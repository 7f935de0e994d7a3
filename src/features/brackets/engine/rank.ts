import type { Seed } from './graph.ts';

export type TieBreak = { readonly label: string; readonly value: number };

export type Rank = {
  readonly seed: Seed;
  /** Equals share a rank and the next rank skips. */
  readonly rank: number;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly played: number;
  readonly points: number;
  /** In the order in which they decide. */
  readonly tieBreaks: readonly TieBreak[];
};

/** Gives ranks to a sorted list, from `first` on. */
export function rankedBy<T>(
  sorted: readonly T[],
  compare: (one: T, other: T) => number,
  first = 1,
): (T & { readonly rank: number })[] {
  let rank = first;
  return sorted.map((own, index) => {
    const above = sorted[index - 1];
    if (above !== undefined && compare(above, own) !== 0) rank = index + first;
    return { ...own, rank };
  });
}
