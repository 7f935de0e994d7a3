/** Counters in plain numbers: counting takes well under a microsecond, and they are read when somebody asks. */
import { MINUTE } from '#platform/durations.ts';

/** Counts values by size. */
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

const MINUTES = 60;

/** Times in milliseconds. */
export type Sum = { count: number; timed: number; total: number; slowest: number };
/** `slow`: how many took longer than the limit. */
type Counts = { count: number; failed: number; slow: number; slowest: number };
type Minute<Key> = Counts & { number: number; readonly sums: Map<Key, Sum> };

/**
 * Counts what happens in each of the last 60 minutes. Keys come from the program and never from a request, so that the memory
 * is bounded.
 */
export class LastHour<Key> {
  readonly #ring: Minute<Key>[];
  readonly #slowMs: number;
  readonly #now: () => number;
  #latest = 0;

  /** `now` in milliseconds; by default since the start, which no correction of the machine's clock moves. */
  constructor(slowMs: number, now: () => number = () => performance.now()) {
    this.#slowMs = slowMs;
    this.#now = now;
    this.#ring = Array.from({ length: MINUTES }, () => ({ number: -1, ...nothing(), sums: new Map() }));
  }

  /** Counts one act; `ms` is null when its time says nothing. */
  add(key: Key, ms: number | null, failed = false): void {
    const minute = this.#present();
    minute.count += 1;
    if (failed) minute.failed += 1;
    const sum = minute.sums.get(key) ?? none();
    if (sum.count === 0) minute.sums.set(key, sum);
    sum.count += 1;
    if (ms === null) return;
    sum.timed += 1;
    sum.total += ms;
    if (ms > sum.slowest) sum.slowest = ms;
    if (ms > minute.slowest) minute.slowest = ms;
    if (ms > this.#slowMs) minute.slow += 1;
  }

  /** Returns the last 60 minutes, the present one last. */
  minutes(): Counts[] {
    const last = this.#number();
    return Array.from({ length: MINUTES }, (_, index) => {
      const minute = this.#at(last - MINUTES + 1 + index);
      return minute === undefined ? nothing() : countsOf(minute);
    });
  }

  /** Returns what the last `minutes` come to, without the present one. */
  since(minutes: number): Pick<Counts, 'count' | 'slow'> {
    const sum = { count: 0, slow: 0 };
    for (const { count, slow } of this.minutes().slice(-minutes - 1, -1)) {
      sum.count += count;
      sum.slow += slow;
    }
    return sum;
  }

  /** Returns the sums of the hour by key. */
  sums(): Map<Key, Sum> {
    const hour = new Map<Key, Sum>();
    const last = this.#number();
    for (let number = last - MINUTES + 1; number <= last; number += 1) {
      for (const [key, { count, timed, total, slowest }] of this.#at(number)?.sums ?? []) {
        const sum = hour.get(key) ?? none();
        hour.set(key, {
          count: sum.count + count,
          timed: sum.timed + timed,
          total: sum.total + total,
          slowest: Math.max(sum.slowest, slowest),
        });
      }
    }
    return hour;
  }

  /** A clock that goes back counts in the latest minute until it has caught up. */
  #number(): number {
    this.#latest = Math.max(this.#latest, Math.floor(this.#now() / MINUTE));
    return this.#latest;
  }

  #present(): Minute<Key> {
    const number = this.#number();
    const minute = this.#ring[number % MINUTES] as Minute<Key>;
    if (minute.number !== number) {
      Object.assign(minute, nothing(), { number });
      minute.sums.clear();
    }
    return minute;
  }

  #at(number: number): Minute<Key> | undefined {
    const minute = this.#ring[((number % MINUTES) + MINUTES) % MINUTES];
    return minute?.number === number ? minute : undefined;
  }
}

const none = (): Sum => ({ count: 0, timed: 0, total: 0, slowest: 0 });
const nothing = (): Counts => ({ count: 0, failed: 0, slow: 0, slowest: 0 });
const countsOf = ({ count, failed, slow, slowest }: Counts): Counts => ({ count, failed, slow, slowest });
