/**
 * Detects a reverse proxy that TRUST_PROXY does not name. Behind it all visitors have the proxy's address, and the
 * whole festival shares the budgets of one network (new visitors, guesses).
 */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { HOUR } from '#platform/durations.ts';
import { cameThroughUnnamedProxy } from './network.ts';

export type UnnamedProxies = {
  note(request: FastifyRequest): void;
  /** Addresses to add to TRUST_PROXY; empty while visitors also come without a proxy. */
  addresses(): string[];
};

const REMEMBERED_MS = HOUR;
/** Most proxies kept: anybody can send forwarded headers. */
const MOST = 4;
/** Direct callers that rule a proxy out. Fewer may be health checks or people in the same building. */
const DIRECT_PEERS = 3;

/** `now` in milliseconds. */
export function unnamedProxies(log: Pick<FastifyBaseLogger, 'warn'>, now: () => number): UnnamedProxies {
  const proxies = new Map<string, number>();
  let isLogged = false;
  let direct = new Set<string>();
  let directSince = now();

  function noteProxy(address: string): void {
    proxies.delete(address);
    proxies.set(address, now());
    const [oldest] = proxies.keys();
    if (proxies.size > MOST && oldest !== undefined) proxies.delete(oldest);
    if (isLogged) return;
    isLogged = true;
    // The address is shown in Overview only: the log holds no addresses.
    log.warn('requests carry forwarded headers from a peer that TRUST_PROXY does not name; see Overview');
  }

  function noteDirect(address: string): void {
    if (now() - directSince > REMEMBERED_MS) {
      direct = new Set();
      directSince = now();
    }
    if (direct.size < DIRECT_PEERS) direct.add(address);
  }

  return {
    note(request) {
      if (cameThroughUnnamedProxy(request)) noteProxy(request.ip);
      else noteDirect(request.ip);
    },
    addresses() {
      const since = now() - REMEMBERED_MS;
      if (direct.size >= DIRECT_PEERS && directSince > since) return [];
      return [...proxies].filter(([, seenAt]) => seenAt > since).map(([address]) => address);
    },
  };
}
