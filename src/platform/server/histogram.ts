/** Counts values by size in plain numbers, in well under a microsecond; `/metrics` reads them. */
export class Histogram {
  readonly bounds: readonly number[];
  /** How many values were at most this bound and above the one before; the last counts those above all bounds. */
  readonly buckets: number[];
  sum = 0;

  /** `bounds` rise. */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.buckets = [...bounds, Infinity].map(() => 0);
  }

  observe(value: number): void {
    const { bounds, buckets } = this;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at += 1;
    (buckets[at] as number) += 1;
    this.sum += value;
  }
}

/** Bounds in seconds. */
export const RESPONSE_TIMES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
export const STATEMENT_TIMES = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
