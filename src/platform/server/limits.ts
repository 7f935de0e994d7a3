/**
 * How much one device, one address and all together may ask. Devices first: a whole hotel comes from one address, and its
 * thousand phones all register in the opening minute.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/refusal.ts';
import type { Asking } from './asking.ts';
import { networkOf } from './network.ts';

/** Every limit on what callers can make the program do, in one place, so that tests can lower or lift each. */
export type Limits = {
  /** Tries of one call in a minute: of a device we know, of an organiser, of all others of one network together. */
  readonly device: number;
  readonly organiser: number;
  readonly address: number;
  /** Requests under way at once, of everybody. */
  readonly atOnce: number;
  /** How late the program may come to what is due, on the average of a second, in milliseconds; 0 does not ask. */
  readonly lateness: number;
  /** Open connections; beyond it, the network with the most loses its oldest idle one. */
  readonly connections: number;
  /** Unanswered requests on one connection; the socket is not read beyond them. */
  readonly unanswered: number;
  /** Bytes of memory for answers that clients have not read, over all connections; a quarter of it on one connection. */
  readonly unread: number;
  /** Pages and lists being made at once, over all networks and for one network. */
  readonly renders: number;
  readonly rendersPerNetwork: number;
  /** Open live streams; beyond it, the network with the most gives up its oldest one. */
  readonly streams: number;
  /** New visitors of one network: so many at once, then so many a minute. */
  readonly newVisitors: { readonly burst: number; readonly perMinute: number };
  /** Games in the inventory, and users made by visitors, in a festival. Organisers are not capped. */
  readonly games: number;
  readonly users: number;
  /** Names that devices without a place may try per minute, check-in code and network. */
  readonly checkInNames: number;
  /** Wrong passwords that strangers of all networks together may try in a minute. */
  readonly guesses: number;
};

/** Two thousand writes wait for half a second; a later one would wait longer than for a second try. */
export const LIMITS: Limits = {
  device: 120,
  organiser: 1200,
  address: 60_000,
  atOnce: 2000,
  lateness: 1500,
  connections: 20_000,
  unanswered: 8,
  unread: 64 * 1024 * 1024,
  renders: 16,
  rendersPerNetwork: 4,
  streams: 5000,
  newVisitors: { burst: 1500, perMinute: 300 },
  games: 5000,
  users: 20_000,
  checkInNames: 10,
  guesses: 120,
};

const MINUTE = 60_000;

export type Allowance = (request: FastifyRequest, asking: Asking) => Promise<void>;

/**
 * Counts the tries of one call. Who is known by a cookie we once gave counts alone; an invented cookie is nobody's, and
 * counts for its network. @throws Refusal TOO_FAST.
 */
export function allowance(fastify: FastifyInstance, { device, organiser, address }: Limits): Allowance {
  const callers = new WeakMap<FastifyRequest, { key: string; max: number }>();
  const count = fastify.createRateLimit({
    timeWindow: MINUTE,
    keyGenerator: (request) => callers.get(request)?.key ?? networkOf(request.ip).key,
    max: (request: FastifyRequest) => callers.get(request)?.max ?? address,
  });
  return async (request, { visitorId, adminSessionId }) => {
    if (adminSessionId !== null) callers.set(request, { key: adminSessionId, max: organiser });
    else if (visitorId !== null) callers.set(request, { key: visitorId, max: device });
    const tried = await count(request);
    if (tried.isAllowed || !tried.isExceeded) return;
    throw new Refusal('TOO_FAST', 'That was a lot at once. Please wait a moment and try again.', {
      retryAfter: tried.ttl / 1000,
    });
  };
}

export const busy = (): Refusal =>
  new Refusal('BUSY', 'Very many people are here right now. Please try again in a moment.', { retryAfter: 3 });

/** Lets `most` acts be under way at once. @throws Refusal BUSY at once, because who waits in a long line asks again anyway. */
export function gate(most: number): <T>(act: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  return async (act) => {
    if (underWay >= most) throw busy();
    underWay += 1;
    try {
      return await act();
    } finally {
      underWay -= 1;
    }
  };
}
