import type { Standing } from './pairing-shapes.ts';

/** A row of the standings of every format. */
export type Rank = Standing;

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
