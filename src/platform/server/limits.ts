/** Visitors first: a whole hotel shares one network, and its thousand phones all register in the opening minute. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE } from '../durations.ts';
import { WIDER_FACTOR } from '../networks.ts';
import { Refusal } from '../refusal.ts';
import { type Caller, type Network, networkOf } from './caller.ts';

/**
 * Token buckets per network, in memory and per instance. Own code: rate-limiter-flexible, limiter and
 * @fastify/rate-limit count in fixed windows, take no clock as an argument, or hold any number of networks.
 */
export type Rate = { readonly burst: number; readonly perMinute: number };

export type NetworkBudget = {
  /** Returns 0, or takes nothing and returns the seconds until `acts` (default 1) are free. */
  take(network: Network, acts?: number): number;
  /** Seconds until `take` would succeed, 0 for now. */
  wait(network: Network, acts?: number): number;
  /** Also a fraction of an act. */
  giveBack(network: Network, acts: number): void;
  size(): number;
};

/** Some 200 bytes each. Drops the network unused longest, which has refilled the most. */
const MOST_NETWORKS = 20_000;
/** Rounding errors of summed fractions must not cost the last act of a burst. */
const ROUNDING = 1e-9;

/** `used`: share of the bucket, 0 to 1, at the time `at`. */
type Bucket = { used: number; at: number };

/** `now` in milliseconds. */
export function networkBudget({ burst, perMinute }: Rate, now: () => number, most = MOST_NETWORKS): NetworkBudget {
  const buckets = new Map<string, Bucket>();
  /** Share of the bucket per millisecond. */
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

export type Limits = {
  /** Per endpoint and minute: one visitor on all devices, one organiser, all other callers of a network. */
  readonly visitor: number;
  readonly organiser: number;
  readonly network: number;
  /** Calls of uncached endpoints in progress, over all callers. */
  readonly atOnce: number;
  /** Milliseconds of event loop delay, averaged over a second, from which calls are refused; 0 turns the check off. */
  readonly lateness: number;
  /** The network with the most loses its oldest idle one. */
  readonly connections: number;
  /** Requests on one connection, which closes when there are more. */
  readonly unanswered: number;
  /** Bytes of large answers, over all connections. */
  readonly unread: number;
  /** Milliseconds for which a page or list is served after a write touched it, except to the visitor who wrote. */
  readonly staleMs: number;
  /** Pages and lists at once; networks take turns. */
  readonly renders: number;
  /** The network with the most loses its oldest live stream. */
  readonly streams: number;
  readonly newVisitors: { readonly burst: number; readonly perMinute: number };
  /** Games and users made by visitors, per festival. */
  readonly games: number;
  readonly users: number;
  /** At once. */
  readonly openGames: number;
  /** Claims of missions per festival, decided ones too. */
  readonly claims: number;
  /** Tried by devices without a place, per minute, check-in code and network. */
  readonly checkInNames: number;
  /** Wrong passwords per minute from callers without a mark, over all networks. */
  readonly guesses: number;
};

const CONNECTIONS_BESIDE = 5000;

export const limitsFor = (streams: number): Pick<Limits, 'streams' | 'connections'> => ({
  streams,
  connections: streams + CONNECTIONS_BESIDE,
});

/** `atOnce`: 2,000 writes wait for half a second; a later one would wait longer than a retry takes. */
export const LIMITS: Limits = {
  visitor: 120,
  organiser: 1200,
  network: 60_000,
  atOnce: 2000,
  lateness: 1500,
  ...limitsFor(20_000),
  unanswered: 8,
  unread: 64 * 1024 * 1024,
  staleMs: 1000,
  renders: 4,
  newVisitors: { burst: 1500, perMinute: 300 },
  games: 5000,
  users: 20_000,
  openGames: 100,
  claims: 100_000,
  checkInNames: 10,
  guesses: 120,
};

export const tooFast = (seconds: number): Refusal =>
  new Refusal('TOO_FAST', 'That was a lot at once. Please wait a moment and try again.', { retryAfter: seconds });

export type CallLimit = (request: FastifyRequest, caller: Caller) => Promise<void>;

/** By visitor or admin session where the cookie is valid, else by network, so that invented cookies gain nothing. */
export function limitCalls(fastify: FastifyInstance, { visitor, organiser, network }: Limits): CallLimit {
  const callers = new WeakMap<FastifyRequest, { key: string; max: number }>();
  const count = fastify.createRateLimit({
    timeWindow: MINUTE,
    keyGenerator: (request) => callers.get(request)?.key ?? networkOf(request.ip).key,
    max: (request: FastifyRequest) => callers.get(request)?.max ?? network,
  });
  return async (request, { visitorId, staff }) => {
    if (staff !== null) callers.set(request, { key: staff.sessionId, max: organiser });
    else if (visitorId !== null) callers.set(request, { key: visitorId, max: visitor });
    const tried = await count(request);
    if (tried.isAllowed || !tried.isExceeded) return;
    throw tooFast(tried.ttl / 1000);
  };
}

export const busy = (): Refusal =>
  new Refusal('BUSY', 'Very many people are here right now. Please try again in a moment.', { retryAfter: 3 });

export type Gate = <T>(party: string, act: () => Promise<T>) => Promise<T>;

type Waiter = { start(): void; refuse(error: Refusal): void };

/**
 * Parties take turns, so that none can block the others. When the line is full, the party with the most in it loses its
 * newest act to a party that has fewer.
 */
export function gate({ atOnce, queued }: { atOnce: number; queued: number }): Gate {
  let running = 0;
  let inLine = 0;
  /** A party goes to the end after its turn. */
  const lines = new Map<string, Waiter[]>();

  function dropNewestOfLargest(newcomerHas: number): void {
    const largest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), []);
    if (largest.length <= newcomerHas + 1) throw busy();
    largest.pop()?.refuse(busy());
    inLine -= 1;
  }

  async function waitForTurn(party: string): Promise<void> {
    const line = lines.get(party) ?? [];
    if (inLine >= queued) dropNewestOfLargest(line.length);
    inLine += 1;
    lines.set(party, line);
    return new Promise((start, refuse) => line.push({ start, refuse }));
  }

  function startNext(): void {
    const [turn] = lines;
    if (turn === undefined) {
      running -= 1;
      return;
    }
    const [party, line] = turn;
    lines.delete(party);
    const next = line.shift();
    if (line.length > 0) lines.set(party, line);
    inLine -= 1;
    next?.start();
  }

  return async (party, act) => {
    if (running < atOnce) running += 1;
    else await waitForTurn(party);
    try {
      return await act();
    } finally {
      startNext();
    }
  };
}
