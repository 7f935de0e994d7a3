/** Reads from a request's headers who calls: cookies, the caller's last write, Idempotency-Key, origin. */
import { createHash } from 'node:crypto';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutDot } from '#platform/links.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Staff } from '#platform/staff.ts';

/** The caller, as the sessions know them. A visitor is known by one of their devices. */
export type Caller = {
  readonly visitorId: string | null;
  readonly deviceId: string | null;
  /** Null for everybody who does not work here. */
  readonly staff: Staff | null;
};

/** Who calls where only staff may. */
export type StaffCaller = Caller & { readonly staff: Staff };

export type Jar = {
  get(name: string): string | undefined;
  set(name: string, value: string, options: Pick<SetCookie, 'sameSite' | 'maxAge'>): void;
  clear(name: string, options: Pick<SetCookie, 'sameSite'>): void;
};

/** Parses a Cookie header. Values stay encoded: our tokens need no decoding, and malformed escapes are slow to decode. */
export const readCookies = (header: string): Record<string, string | undefined> =>
  parseCookie(header, { decode: (value) => value });

/** On https, so that browsers refuse a cookie that a sibling domain set, or one set over http. */
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

/** The cookies of an organiser's session and of a helper's desk. */
export const ADMIN_COOKIE = 'fest_admin';
export const HELPER_COOKIE = 'fest_helper';
export const STAFF_COOKIES: readonly string[] = [ADMIN_COOKIE, HELPER_COOKIE];

/**
 * A visitor's own write is seen at once by that visitor: its answer sets this cookie with the write's position, and reads
 * with the cookie get a copy that was begun later (cache.ts). All others may get one of a second ago.
 */
const WROTE = 'fest_wrote';
/** Longer than any cache in front keeps an answer. */
const WROTE_S = 3;

export const rememberWrite = (jar: Jar, position: number): void =>
  jar.set(WROTE, String(position), { sameSite: 'lax', maxAge: WROTE_S });

/** Whether a Cookie header may hold the cookie; without parsing it, because every read asks. */
export const mayHaveWritten = (cookie: string | undefined): boolean => cookie?.includes(WROTE) ?? false;

/** Returns the position of the caller's last write, if it was a moment ago. */
export function ownWrite({ headers: { cookie } }: FastifyRequest): number | null {
  if (cookie === undefined || !mayHaveWritten(cookie)) return null;
  const sent = readCookies(cookie);
  return Number(sent[SECURE_PREFIX + WROTE] ?? sent[WROTE]) || 0;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Returns the request's Idempotency-Key with a hash of the request, or null. @throws Refusal BAD_INPUT when the key is
 * not a UUID.
 */
export function idempotencyKey(request: FastifyRequest): { key: string; requestHash: string } | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !UUID.test(key)) {
    throw new Refusal('BAD_INPUT', 'The Idempotency-Key must be a UUID.', { field: 'Idempotency-Key' });
  }
  const asked = `${request.method} ${request.url} ${JSON.stringify(request.body)}`;
  return { key: key.toLowerCase(), requestHash: createHash('sha256').update(asked).digest('hex') };
}

/** Returns the origin visitors use: PUBLIC_URL, else what the request says. */
export const ownOrigin = (request: FastifyRequest, publicUrl: string | null): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

const ORIGIN = /^https?:\/\/[^\s/\\?#@]+$/i;

/** Returns an origin in lower case, without its scheme's port and without a dot after the host; null for anything else. */
export const plainOrigin = (origin: string): string | null =>
  ORIGIN.test(origin) && URL.canParse(origin) ? withoutDot(new URL(origin).origin) : null;

/**
 * Refuses a write that another site made this browser send, whatever cookies came along. A sibling domain ('same-site',
 * which gets Strict cookies too) counts as another site unless the Origin header is ours. The refusal of a page
 * at another address of this server names the right one. It stays a refusal, because any name can be made to lead here.
 */
export function refuseForeign(request: FastifyRequest, publicUrl: string | null): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin: sent, 'sec-fetch-site': site } = request.headers;
  const origin = sent === undefined ? null : plainOrigin(sent);
  const isAt = (scheme: string) => origin === plainOrigin(`${scheme}://${request.host}`);
  const isOwn = () => {
    if (origin === null) return sent === undefined && site !== 'same-site';
    if (publicUrl !== null) return origin === plainOrigin(publicUrl);
    // A proxy that ends TLS may not say so. No page can send this value of Sec-Fetch-Site to another site.
    return isAt(request.protocol) || (site === 'same-origin' && isAt('https'));
  };
  if (site !== 'cross-site' && isOwn()) return;
  const isElsewhere = site === 'same-origin' || (site === undefined && (isAt('http') || isAt('https')));
  if (publicUrl !== null && origin !== null && isElsewhere)
    throw new Refusal('OTHER_ADDRESS', `This page is open at another address. Open ${publicUrl} and try it there.`);
  throw new Refusal('CROSS_SITE', 'This request came from another site.');
}
