/**
 * Token buckets per network, in memory; each instance of the program counts for itself. Own code, because the packages
 * considered (rate-limiter-flexible, limiter, @fastify/rate-limit) count in fixed windows, take no clock as an
 * argument, or hold one bucket without a bound on the number of networks.
 */
import { MINUTE } from '#platform/durations.ts';
import { WIDER_FACTOR } from '#platform/networks.ts';
import type { Network } from './network.ts';

export type Rate = { readonly burst: number; readonly perMinute: number };

export type NetworkBudget = {
  /** Takes `acts` (default 1) and returns 0, or takes nothing and returns the seconds until they are free. */
  take(network: Network, acts?: number): number;
  /** Returns the seconds until `take` would succeed, 0 for now. Takes nothing. */
  wait(network: Network, acts?: number): number;
  /** Gives back this many acts, or a fraction of one. */
  giveBack(network: Network, acts: number): void;
  /** Number of networks held. */
  size(): number;
};

/** Some 200 bytes each. Drops the network that was unused longest, which has refilled the most. */
const MOST_NETWORKS = 20_000;
/** Rounding errors of summed fractions must not cost the last act of a burst. */
const ROUNDING = 1e-9;

/** `used` is the used share of the bucket, from 0 to 1, at the time `at`. */
type Bucket = { used: number; at: number };

/** `now` in milliseconds. */
export function networkBudget({ burst, perMinute }: Rate, now: () => number, most = MOST_NETWORKS): NetworkBudget {
  const buckets = new Map<string, Bucket>();
  /** Share of the bucket that refills per millisecond; the same for every size. */
  const refill = Number.isFinite(burst) ? perMinute / burst / MINUTE : 0;

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

  /** Returns the buckets an act of this network is taken from, with the share one act uses. */
  const sharesOf = ({ key, wider, factor }: Network): [key: string, share: number][] => [
    [key, 1 / (burst * factor)],
    ...(wider === null ? [] : [[wider, 1 / (burst * WIDER_FACTOR * factor)] as [string, number]]),
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
