/**
 * Token buckets per network, in memory: so many acts at once, then so many a minute. Each instance of the program counts
 * for itself. Written here because the packages looked at (rate-limiter-flexible, limiter, @fastify/rate-limit) count in fixed
 * windows, take no clock from outside, or hold one bucket without a bound on how many networks there are.
 */
import type { Network } from './network.ts';

export type Rate = { readonly burst: number; readonly perMinute: number };

export type NetworkBudget = {
  /** Takes `acts` (1 unless said), or takes nothing and returns the seconds until they are free. Returns 0 when taken. */
  take(network: Network, acts?: number): number;
  /** Returns the seconds until `take` would succeed, 0 for now. Takes nothing. */
  wait(network: Network, acts?: number): number;
  /** Gives back so many acts, or a fraction of one, that were taken. */
  giveBack(network: Network, acts: number): void;
  /** How many networks are remembered. */
  size(): number;
};

/** A /48 may hold many households, so it gets this many times the allowance of a /64. */
const WIDER = 4;
/** Some 200 bytes each. The network unused longest is forgotten first, and has refilled the most by then. */
const MOST_NETWORKS = 20_000;
/** Sums of fractions must not cost the last act of a burst. */
const ROUNDING = 1e-9;

/** How much of the bucket is used, from 0 to 1, at the moment `at`. */
type Bucket = { used: number; at: number };

/** `now` in milliseconds. */
export function networkBudget({ burst, perMinute }: Rate, now: () => number, most = MOST_NETWORKS): NetworkBudget {
  const buckets = new Map<string, Bucket>();
  /** Share of a whole bucket that comes back in a millisecond; the same for every size of bucket. */
  const refill = Number.isFinite(burst) ? perMinute / burst / 60_000 : 0;

  const usedNow = (key: string): number => {
    const bucket = buckets.get(key);
    if (bucket === undefined) return 0;
    // A clock that was set back must not stop the refill until it has caught up.
    bucket.at = Math.min(bucket.at, now());
    return Math.max(0, bucket.used - (now() - bucket.at) * refill);
  };

  function write(key: string, used: number): void {
    buckets.delete(key);
    if (used > 0) buckets.set(key, { used, at: now() });
    const [oldest] = buckets.keys();
    if (oldest !== undefined && (buckets.size > most || usedNow(oldest) === 0)) buckets.delete(oldest);
  }

  /** The buckets an act of this network is taken from, each with the share that one act uses. */
  const sharesOf = ({ key, wider, factor }: Network): [key: string, share: number][] => [
    [key, 1 / (burst * factor)],
    ...(wider === null ? [] : [[wider, 1 / (burst * WIDER * factor)] as [string, number]]),
  ];

  const wait = (network: Network, acts = 1): number => {
    const missing = sharesOf(network).map(([key, share]) => usedNow(key) + share * acts - 1);
    const most = Math.max(...missing);
    return most <= ROUNDING ? 0 : most / refill / 1000;
  };

  return {
    wait,
    take(network, acts = 1) {
      const seconds = wait(network, acts);
      if (seconds > 0) return seconds;
      for (const [key, share] of sharesOf(network)) write(key, usedNow(key) + share * acts);
      return 0;
    },
    giveBack(network, acts) {
      for (const [key, share] of sharesOf(network)) write(key, usedNow(key) - share * acts);
    },
    size: () => buckets.size,
  };
}
