/** Requests generated from an OpenAPI document: nearly right, entirely wrong, or about nothing that exists. */
import type { Shape } from '#testing/shapes.ts';
import type { Random } from '../random.ts';
import { BODIES, CONTENT_TYPES, hostileValue, METHODS, QUERIES, SEGMENTS, TEXTS } from './hostile.ts';
import type { Asked, Pool } from './pool.ts';

type Operation = {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Shape }>> };
};
export type ApiPage = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
export type Call = { readonly method: string; readonly path: string; readonly operation: Operation };

export const callsOf = ({ paths }: ApiPage): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Slow endpoints (password hash, QR code) are called less often. */
const SLOW = /verify$|qr-code$/;
const SLOW_TRIED = 0.04;
/** Endpoints that end what other requests need: sessions, events, the right to register. */
const RUINOUS =
  /^(POST \/api\/admin\/logout|DELETE \/api\/(admin\/sessions|events\/|visitor)|PUT \/api\/admin\/(registrations|badge-word))/;
const RUIN_TRIED = 0.1;

const OTHER_PATHS = [
  ...[
    '/',
    '/details',
    '/top-gun',
    '/schedule',
    '/announcements',
    '/inventory',
    '/scoreboard',
    '/admin',
    '/display',
    '/print',
  ],
  ...[
    '/check-in',
    '/admin/events',
    '/nowhere',
    '/healthz',
    '/readyz',
    '/api/openapi.json',
    '/api',
    '/api/',
    '/assets/',
  ],
  ...['//', '/./', '/%2e%2e/package.json', '/robots.txt', '/favicon.ico', '/manifest.webmanifest'],
];

export function requestOf(random: Random, calls: readonly Call[], pool: Pool): Asked {
  if (random.chance(0.06)) return aboutNothing(random);
  let call = random.pick(calls);
  while (SLOW.test(call.path) && !random.chance(SLOW_TRIED)) call = random.pick(calls);
  const headers = { ...cookieOf(random, pool), ...oddHeaders(random) };
  const ruinous = RUINOUS.test(`${call.method} ${call.path}`) && !random.chance(RUIN_TRIED);
  if (ruinous) delete headers.cookie;
  const method = random.chance(0.05) ? random.pick(METHODS) : call.method;
  const body = bodyOf(random, call, method, pool);
  return { method, path: addressOf(random, call, pool), headers: { ...headers, ...body.headers }, ...body.sent };
}

function aboutNothing(random: Random): Asked {
  const tail = random.chance(0.5) ? `/${random.pick(SEGMENTS)}` : '';
  const query = random.chance(0.5) ? `?${random.pick(QUERIES)}` : '';
  return {
    method: random.pick(METHODS),
    path: `${random.pick(OTHER_PATHS)}${tail}${query}`,
    headers: oddHeaders(random),
  };
}

/** One in three is an organiser, one in four a device that owns something. */
function cookieOf(random: Random, { admin, visitors }: Pool): Record<string, string> {
  const roll = random.next();
  if (roll < 0.33) return { cookie: admin };
  if (roll < 0.58 && visitors.length > 0) return { cookie: random.pick(visitors) };
  if (roll < 0.63)
    return { cookie: random.pick(['fest_id=', 'fest_admin=%zz; fest_id=x', 'a', `fest_id=${'x'.repeat(3000)}`]) };
  return {};
}

function oddHeaders(random: Random): Record<string, string> {
  if (!random.chance(0.15)) return {};
  return random.pick<() => Record<string, string>>([
    () => ({ 'idempotency-key': random.pick(['x', '', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '0'.repeat(500)]) }),
    () => ({ 'idempotency-key': `3f2504e0-4f89-41d3-9a0c-0305e82c33${String(random.below(90) + 10)}` }),
    () => ({ 'if-none-match': random.pick(['*', '"x"', 'W/', '"'.repeat(400)]) }),
    () => ({ 'accept-encoding': random.pick(['br;q=x', 'gzip;;;', '*', ',,,', 'identity;q=0']) }),
    () => ({ origin: random.pick(['null', 'https://evil.example', 'http://', '://']) }),
    () => ({ 'content-encoding': 'gzip' }),
    () => ({ host: random.pick(['evil.example', 'a b', '[::1', '', 'x'.repeat(300), 'festival.test:99999']) }),
    () => ({ 'x-forwarded-proto': random.pick(['https', 'javascript', ',']), 'x-forwarded-host': 'evil.example' }),
    () => ({ cookie: random.pick(['=', ';;;', '__proto__=1', 'fest_id=%', 'fest_admin="x"; fest_admin=y']) }),
    () => ({ 'sec-fetch-site': random.pick(['cross-site', 'same-site', 'none', '?']) }),
    () => ({ range: 'bytes=0-1,5-2' }),
    () => ({ accept: random.pick(['', 'text/event-stream', '*/*;q=9']) }),
  ])();
}

const pooled = (random: Random, pool: Pool, noun: string): string => {
  const kind = noun === 'leaderboard' ? 'events' : noun;
  const known = kind in pool && kind !== 'admin' ? pool[kind as 'events'] : pool.events;
  return known.length === 0 ? 'none' : encodeURIComponent(random.pick(known));
};

function addressOf(random: Random, { method, path, operation }: Call, pool: Pool): string {
  const filled = path.replace(/([\w-]+)\/\{\w+\}/g, (_, noun: string) => {
    const kind = noun === 'matches' && method === 'GET' ? 'events' : noun;
    return `${noun}/${random.chance(0.85) ? pooled(random, pool, kind) : random.pick(SEGMENTS)}`;
  });
  if (random.chance(0.08)) return `${filled}?${random.pick(QUERIES)}`;
  const wanted = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (wanted.length === 0) return filled;
  const value = () => (random.chance(0.8) ? pooled(random, pool, 'events') : random.pick(SEGMENTS));
  return `${filled}?${wanted.map(({ name }) => `${name}=${value()}`).join('&')}`;
}

type Body = { headers: Record<string, string>; sent: { body?: string | Buffer } };

function bodyOf(random: Random, { operation }: Call, method: string, pool: Pool): Body {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined && !random.chance(0.1)) return { headers: {}, sent: {} };
  if (method === 'GET' || method === 'HEAD' || method === 'TRACE') return { headers: {}, sent: {} };
  const type = random.chance(0.06) ? random.pick(CONTENT_TYPES) : 'application/json';
  const headers = { 'content-type': type };
  if (schema === undefined || random.chance(0.08)) return { headers, sent: { body: random.pick(BODIES) } };
  const good = wantedBy(random, schema, '', pool);
  const text = JSON.stringify(random.chance(0.4) ? good : spoiled(random, good)) ?? '';
  return { headers, sent: { body: random.chance(0.05) ? text.slice(0, random.below(text.length + 1)) : text } };
}

/** Returns a value of the shape, with existing names and ids. */
function wantedBy(random: Random, shape: Shape, name: string, pool: Pool): unknown {
  if ('const' in shape) return shape.const;
  if (shape.enum !== undefined) return random.pick(shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return wantedBy(random, random.pick(choices), name, pool);
  switch (shape.type) {
    case 'object': {
      const fields = Object.entries(shape.properties ?? {});
      const kept = fields.filter(([field]) => shape.required?.includes(field) === true || random.chance(0.4));
      return Object.fromEntries(kept.map(([field, inner]) => [field, wantedBy(random, inner, field, pool)]));
    }
    case 'array':
      if (shape.prefixItems !== undefined) return shape.prefixItems.map((inner) => wantedBy(random, inner, name, pool));
      return Array.from({ length: (shape.minItems ?? 0) + random.below(3) }, () =>
        name === 'updates'
          ? { name: anyName(random, pool), score: random.below(100) }
          : wantedBy(random, shape.items ?? {}, name, pool),
      );
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 0, random.below(1200));
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return textOf(random, shape, name, pool);
    default:
      return random.chance(0.5) ? null : hostileValue(random);
  }
}

const anyName = (random: Random, { names }: Pool): string =>
  random.chance(0.5) && names.length > 0 ? random.pick(names) : `Name ${random.below(1e6)}`;

function textOf(random: Random, { format, pattern }: Shape, name: string, pool: Pool): string {
  if (format === 'date-time') return new Date(1.7e12 + random.below(1e11)).toISOString();
  if (format === 'email') return `somebody${random.below(1e6)}@example.org`;
  if (name === 'token' && pool.tokens.length > 0) return random.pick(pool.tokens);
  if (name === 'csv') return 'title,type,start,location,host\nKaraoke,course,2025-11-14 22:00,Lounge,Mo\n';
  if (name === 'googleDocUrl') return 'https://example.org/doc';
  if (name === 'expected' && pool.matches.length > 0) return random.pick(pool.matches);
  if (pattern !== undefined && pool.events.length > 0) return random.pick(pool.events);
  return anyName(random, pool);
}

/** Returns the value with one part changed, removed or added. */
export function spoiled(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.05)) return hostileValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...value, hostileValue(random)];
    const at = random.below(value.length);
    return value.map((one, index) => (index === at ? spoiled(random, one) : one));
  }
  const entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  const [key] = entries[at] ?? [];
  if (key === undefined) return Object.fromEntries([...entries, [random.pick(TEXTS), hostileValue(random)]]);
  if (random.chance(0.15)) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries(entries.map(([name, one]) => [name, name === key ? spoiled(random, one) : one]));
}
