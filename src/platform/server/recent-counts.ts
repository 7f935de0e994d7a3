import { MINUTE } from '#platform/durations.ts';

export class RecentCounts {
  readonly #most: number;
  readonly #now: () => number;
  /** Only minutes in which something happened, the latest last. */
  readonly #minutes: { readonly number: number; count: number; slow: number }[] = [];

  /** Milliseconds; by default since the start, which no correction of the machine's clock moves. */
  constructor(minutes: number, now: () => number = () => performance.now()) {
    this.#most = minutes;
    this.#now = now;
  }

  add(isSlow = false): void {
    const number = Math.floor(this.#now() / MINUTE);
    let minute = this.#minutes.at(-1);
    if (minute?.number !== number) {
      minute = { number, count: 0, slow: 0 };
      if (this.#minutes.push(minute) > this.#most) this.#minutes.shift();
    }
    minute.count += 1;
    if (isSlow) minute.slow += 1;
  }

  sum(): { count: number; slow: number } {
    const oldest = Math.floor(this.#now() / MINUTE) - this.#most;
    const recent = this.#minutes.filter(({ number }) => number > oldest);
    return {
      count: recent.reduce((sum, { count }) => sum + count, 0),
      slow: recent.reduce((sum, { slow }) => sum + slow, 0),
    };
  }
}
