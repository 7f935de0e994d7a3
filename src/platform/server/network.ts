/** Groups callers by network: callers without a known cookie are counted by where they come from. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { HOUR } from '#platform/durations.ts';

/**
 * The networks an address counts against. A household or hotel has one IPv4 address or one IPv6 /64. A provider's
 * customer often has a /48 and can use each of its 65,536 /64s, so the /48 counts too, with a larger limit.
 */
export type Network = {
  /** '203.0.113.7' or '2001:db8:1:2::/64'. */
  readonly key: string;
  /** '2001:db8:1::/48' for IPv6, null for IPv4. */
  readonly wider: string | null;
  /**
   * Multiplier for budgets of this network: 10 where the request came through a proxy that TRUST_PROXY does not name,
   * because a whole festival may then share one address.
   */
  readonly factor: number;
};

/** Headers that proxies add. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;
const PROXY_FACTOR = 10;

/**
 * Returns the networks of a request. Anybody can send forwarded headers, but the factor only enlarges the budget of the
 * sender's own network.
 */
export function networkOfRequest(request: FastifyRequest): Network {
  const network = networkOf(request.ip);
  return cameThroughUnnamedProxy(request) ? { ...network, factor: PROXY_FACTOR } : network;
}

/** The name under which a request waits for its turn at a gate. */
export function partyOf(request: FastifyRequest): string {
  const { key, wider } = networkOf(request.ip);
  return wider ?? key;
}

/** Returns whether forwarded headers came from a peer that TRUST_PROXY does not name. */
const cameThroughUnnamedProxy = ({ headers, ip, socket }: FastifyRequest): boolean =>
  FORWARDED.some((name) => headers[name] !== undefined) && ip === socket.remoteAddress;

/** A port behind an address: some proxies write 203.0.113.7:50123 or [2001:db8::1]:50123, different for each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/** Returns the networks of an IP address. Text that is not an address is its own network. */
export function networkOf(given: string): Network {
  const [, v6, v4] = WITH_PORT.exec(given) ?? [];
  const address = v6 ?? v4 ?? given;
  if (!ipaddr.isValid(address)) return { key: address, wider: null, factor: 1 };
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return { key: parsed.toString(), wider: null, factor: 1 };
  return { key: prefix(parsed, 64), wider: prefix(parsed, 48), factor: 1 };
}

function prefix(address: ipaddr.IPv6, bits: 48 | 64): string {
  const parts = address.parts.map((part, index) => (index < bits / 16 ? part : 0));
  return `${new ipaddr.IPv6(parts).toString()}/${bits}`;
}

const REMEMBERED_MS = HOUR;
/** Most proxies kept: anybody can send forwarded headers. */
const MOST_PROXIES = 4;
/** Direct callers that rule a proxy out. Fewer may be health checks or people in the same building. */
const DIRECT_PEERS = 3;

/**
 * Looks for a reverse proxy that TRUST_PROXY does not name. Behind it all visitors have the proxy's address, and the whole
 * festival shares the budgets of one network (new visitors, guesses). Returns a function that returns the addresses to add
 * to TRUST_PROXY: none while visitors also come without a proxy. `now` in milliseconds.
 */
export function watchUnnamedProxies(fastify: FastifyInstance, now: () => number): () => string[] {
  const proxies = new Map<string, number>();
  let isLogged = false;
  let direct = new Set<string>();
  let directSince = now();

  function noteProxy(address: string): void {
    proxies.delete(address);
    proxies.set(address, now());
    const [oldest] = proxies.keys();
    if (proxies.size > MOST_PROXIES && oldest !== undefined) proxies.delete(oldest);
    if (isLogged) return;
    isLogged = true;
    // The address is shown in Overview only: the log holds no addresses.
    fastify.log.warn('requests carry forwarded headers from a peer that TRUST_PROXY does not name; see Overview');
  }

  function noteDirect(address: string): void {
    if (now() - directSince > REMEMBERED_MS) {
      direct = new Set();
      directSince = now();
    }
    if (direct.size < DIRECT_PEERS) direct.add(address);
  }

  fastify.addHook('onRequest', (request, _reply, done) => {
    if (cameThroughUnnamedProxy(request)) noteProxy(request.ip);
    else noteDirect(request.ip);
    done();
  });
  return () => {
    const since = now() - REMEMBERED_MS;
    if (direct.size >= DIRECT_PEERS && directSince > since) return [];
    return [...proxies].filter(([, seenAt]) => seenAt > since).map(([address]) => address);
  };
}
