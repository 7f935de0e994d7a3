import { createHash } from 'node:crypto';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { HOUR } from '../durations.ts';
import { withoutDot } from '../links.ts';
import { Refusal } from '../refusal.ts';
import type { Staff } from '../staff.ts';

/**
 * A household or hotel has one IPv4 address or one IPv6 /64. A customer of a provider may use all 65,536 /64s of a /48,
 * so the /48 counts too, with a larger limit.
 */
export type Network = {
  /** '203.0.113.7' or '2001:db8:1:2::/64'. */
  readonly key: string;
  /** '2001:db8:1::/48' for IPv6, null for IPv4. */
  readonly wider: string | null;
  /** Multiplies limits: 10 behind a proxy that TRUST_PROXY does not name, where all may share an address. */
  readonly factor: number;
};

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;
const PROXY_FACTOR = 10;

/** Anybody can send forwarded headers, but the factor only raises the limit of the sender's own network. */
export function networkOfRequest(request: FastifyRequest): Network {
  const network = networkOf(request.ip);
  return cameThroughUnnamedProxy(request) ? { ...network, factor: PROXY_FACTOR } : network;
}

export function partyOf(request: FastifyRequest): string {
  const { key, wider } = networkOf(request.ip);
  return wider ?? key;
}

const cameThroughUnnamedProxy = ({ headers, ip, socket }: FastifyRequest): boolean =>
  FORWARDED.some((name) => headers[name] !== undefined) && ip === socket.remoteAddress;

/** Some proxies write 203.0.113.7:50123 or [2001:db8::1]:50123, with another port for each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/** Text that is not an address is its own network. */
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
/** Anybody can send forwarded headers. */
const MOST_PROXIES = 4;
/** Direct callers that rule a proxy out. Fewer may be health checks or people in the same building. */
const DIRECT_PEERS = 3;

/**
 * Finds addresses to add to TRUST_PROXY, because behind an unnamed proxy the whole festival shares the limits of one
 * network. None while visitors also come without a proxy. `now` in milliseconds.
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
    // The log holds no addresses; Overview shows this one.
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

export type Caller = {
  readonly visitorId: string | null;
  readonly deviceId: string | null;
  /** Null for everybody who does not work here. */
  readonly staff: Staff | null;
};

export type StaffCaller = Caller & { readonly staff: Staff };

export type Jar = {
  get(name: string): string | undefined;
  set(name: string, value: string, options: Pick<SetCookie, 'sameSite' | 'maxAge'>): void;
  clear(name: string, options: Pick<SetCookie, 'sameSite'>): void;
};

/** Values stay encoded: our tokens need no decoding, and malformed escapes are slow to decode. */
export const readCookies = (header: string): Record<string, string | undefined> =>
  parseCookie(header, { decode: (value) => value });

/** On https: browsers then refuse a cookie that a sibling domain set, or one set over http. */
const SECURE_PREFIX = '__Host-';

export function cookieJar(request: FastifyRequest, reply: FastifyReply, publicUrl: string | null): Jar {
  const secure = ownOrigin(request, publicUrl).startsWith('https:');
  const prefix = secure ? SECURE_PREFIX : '';
  let sent: Record<string, string | undefined> | null = null;
  const put = (name: string, value: string, options: Pick<SetCookie, 'sameSite' | 'maxAge'>) => {
    const cookie = { ...options, name: prefix + name, value, httpOnly: true, path: '/', secure };
    reply.header('set-cookie', stringifySetCookie(cookie));
  };
  return {
    get(name) {
      const read = sent ?? readCookies(request.headers.cookie ?? '');
      sent = read;
      return read[prefix + name];
    },
    set: put,
    clear: (name, options) => put(name, '', { ...options, maxAge: 0 }),
  };
}

export const ADMIN_COOKIE = 'fest_admin';
export const HELPER_COOKIE = 'fest_helper';
export const STAFF_COOKIES: readonly string[] = [ADMIN_COOKIE, HELPER_COOKIE];

/** Position of the caller's own write: their reads get a copy begun later (cache.ts), others one from a second ago. */
const WROTE = 'fest_wrote';
/** Seconds; longer than any cache in front keeps an answer. */
const WROTE_S = 3;

export const rememberWrite = (jar: Jar, position: number): void =>
  jar.set(WROTE, String(position), { sameSite: 'lax', maxAge: WROTE_S });

/** Every read asks, so the header is not parsed. */
export const mayHaveWritten = (cookie: string | undefined): boolean => cookie?.includes(WROTE) ?? false;

export function ownWrite({ headers: { cookie } }: FastifyRequest): number | null {
  if (cookie === undefined || !mayHaveWritten(cookie)) return null;
  const sent = readCookies(cookie);
  return Number(sent[SECURE_PREFIX + WROTE] ?? sent[WROTE]) || 0;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** With a hash of the request. Refuses a key that is not a UUID. */
export function idempotencyKey(request: FastifyRequest): { key: string; requestHash: string } | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !UUID.test(key)) {
    throw new Refusal('BAD_INPUT', 'The Idempotency-Key must be a UUID.', { field: 'Idempotency-Key' });
  }
  const asked = `${request.method} ${request.url} ${JSON.stringify(request.body)}`;
  return { key: key.toLowerCase(), requestHash: createHash('sha256').update(asked).digest('hex') };
}

export const ownOrigin = (request: FastifyRequest, publicUrl: string | null): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

const ORIGIN = /^https?:\/\/[^\s/\\?#@]+$/i;

/** Lower case, without its scheme's default port and without a dot after the host; null for anything else. */
export const plainOrigin = (origin: string): string | null =>
  ORIGIN.test(origin) && URL.canParse(origin) ? withoutDot(new URL(origin).origin) : null;

/**
 * Refuses a write that another site made this browser send with its cookies. A sibling domain ('same-site', which gets
 * Strict cookies too) counts as another site unless the Origin header is ours. A page at another address of this server
 * is told the right one, and refused all the same, because any name can be made to lead here.
 */
export function refuseForeign(request: FastifyRequest, publicUrl: string | null): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin: sent, 'sec-fetch-site': site } = request.headers;
  const origin = sent === undefined ? null : plainOrigin(sent);
  const isAt = (scheme: string) => origin === plainOrigin(`${scheme}://${request.host}`);
  const isOwn = () => {
    if (origin === null) return sent === undefined && site !== 'same-site';
    if (publicUrl !== null) return origin === plainOrigin(publicUrl);
    // A proxy that ends TLS may not say so. Pages cannot send this Sec-Fetch-Site to another site.
    return isAt(request.protocol) || (site === 'same-origin' && isAt('https'));
  };
  if (site !== 'cross-site' && isOwn()) return;
  const isElsewhere = site === 'same-origin' || (site === undefined && (isAt('http') || isAt('https')));
  if (publicUrl !== null && origin !== null && isElsewhere)
    throw new Refusal('OTHER_ADDRESS', `This page is open at another address. Open ${publicUrl} and try it there.`);
  throw new Refusal('CROSS_SITE', 'This request came from another site.');
}
