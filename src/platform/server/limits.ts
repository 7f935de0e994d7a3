/**
 * Rate limits per visitor, per network and overall. Visitors first: a whole hotel shares one network, and its thousand
 * phones all register in the opening minute.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE } from '#platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Caller } from './caller.ts';
import { networkOf } from './network.ts';

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
