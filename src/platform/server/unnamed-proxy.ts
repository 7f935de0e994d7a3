/**
 * Notices a reverse proxy that TRUST_PROXY does not name. Behind one, every visitor has the proxy's address and the budgets
 * of a network (new visitors, guesses) would be shared by the whole festival.
 */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { cameThroughUnnamedProxy } from './network.ts';

export type UnnamedProxies = {
  note(request: FastifyRequest): void;
  /** The peers to name in TRUST_PROXY; empty as long as visitors also come without a proxy. */
  addresses(): string[];
};

const REMEMBERED_MS = 3_600_000;
/** Proxies of one festival. Anybody can pretend to be one, so the list is bounded. */
const MOST = 4;
/** Behind a proxy nobody comes without it, except a health check or somebody in the same building. */
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
    // No address: the log holds none. Overview names it.
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
