/**
 * Rate limits per visitor, per network and overall. Visitors first: a whole hotel shares one network, and its thousand
 * phones all register in the opening minute.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE } from '../durations.ts';
import { WIDER_FACTOR } from '../networks.ts';
import { Refusal } from '../refusal.ts';
import { type Caller, type Network, networkOf } from './caller.ts';

/**
 * Token buckets per network, in memory; each instance of the program counts for itself. Own code, because the packages
 * considered (rate-limiter-flexible, limiter, @fastify/rate-limit) count in fixed windows, take no clock as an
 * argument, or hold one bucket without a bound on the number of networks.
 */
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

/** Every limit on what callers can make the program do, in one place, so that tests can change each. */
export type Limits = {
  /**
   * Calls of one endpoint per minute: by one visitor on all their devices, by one organiser, by all other callers of one
   * network together.
   */
  readonly visitor: number;
  readonly organiser: number;
  readonly network: number;
  /** Calls of uncached endpoints in progress at once, over all callers. */
  readonly atOnce: number;
  /**
   * Event loop delay, averaged over a second, in milliseconds, from which calls are refused; 0 turns the check off.
   */
  readonly lateness: number;
  /** Open connections. Over the limit the network with the most loses its oldest idle one. */
  readonly connections: number;
  /** Unanswered requests on one connection, which closes when there are more. */
  readonly unanswered: number;
  /** Bytes of large answers that clients have not read, over all connections. */
  readonly unread: number;
  /** Milliseconds for which a page or list is served after a write touched it, except to the visitor who wrote. */
  readonly staleMs: number;
  /** Pages and lists rendered at once; networks take turns. */
  readonly renders: number;
  /** Open live streams. Over the limit the network with the most loses its oldest one. */
  readonly streams: number;
  /** New visitors per network: token bucket with this burst and refill. */
  readonly newVisitors: { readonly burst: number; readonly perMinute: number };
  /** Games and users made by visitors, per festival. Organisers have no such limit. */
  readonly games: number;
  readonly users: number;
  /** Claims of missions, per festival, decided ones too. */
  readonly claims: number;
  /** Names that devices without a place may try per minute, check-in code and network. */
  readonly checkInNames: number;
  /** Wrong passwords per minute from callers without a mark, over all networks. */
  readonly guesses: number;
};

/** Connections for requests beside those that live streams hold. */
const CONNECTIONS_BESIDE = 5000;

/** Returns the limits of a program with this many live streams. */
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
  claims: 100_000,
  checkInNames: 10,
  guesses: 120,
};

export const tooFast = (seconds: number): Refusal =>
  new Refusal('TOO_FAST', 'That was a lot at once. Please wait a moment and try again.', { retryAfter: seconds });

export type CallLimit = (request: FastifyRequest, caller: Caller) => Promise<void>;

/**
 * Counts calls of one endpoint: by visitor or admin session where the cookie is valid, else by network, so that
 * invented cookies gain nothing. @throws Refusal TOO_FAST.
 */
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
 * Lets so many acts run at once and so many wait, and parties take turns, so that none can block the others. When the line is
 * full, the party with the most in it loses its newest act to a newcomer that has fewer. @throws Refusal BUSY.
 */
export function gate({ atOnce, queued }: { atOnce: number; queued: number }): Gate {
  let running = 0;
  let inLine = 0;
  /** In the order of turns: a party goes to the end after its turn. */
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
