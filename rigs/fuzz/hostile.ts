/** Seeds: values that have broken programs before, as text, JSON, body or address. */
import type { Random } from '../random.ts';

const deep = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

export const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\u202eevil',
  '\u200b\u200d\ufeff',
  '\u2028\u2029',
  '\r\n\r\nSet-Cookie: a=b',
  'é'.normalize('NFD').repeat(40),
  '👨‍👩‍👧‍👦'.repeat(8),
  'ﷺ'.repeat(60),
  'İıſß',
  'a'.repeat(61),
  'a'.repeat(16_000),
  `${'a'.repeat(59)}\ud83d\ude00`,
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '<script>window.hit=1</script>',
  '"><img src=x onerror=window.hit=1>',
  "'; drop table events; --",
  "' or 1=1 --",
  '\\',
  '%s%n%x',
  '{{7*7}}#{7*7}',
  '=cmd|calc',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://[::1',
  'https://user:pass@host:99999/',
  '1e999',
  '-0',
  'NaN',
  'null',
  'true',
  '0x10',
  '١٢٣',
  '2025-02-30T25:61:61Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '2025-11-14T23:00:00+99:99',
  'name,type\n"open',
  'title,type,start,location,host\n=1,course,2025-03-30 02:30,x,y\n',
  '01890000-0000-7000-8000-000000000000',
  'v1.x.check-in.1.AAAA',
];

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1.5,
  1e21,
  -1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  0.1,
  10_001,
  1_000_000,
];

const nested = (depth: number, list: boolean): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = list ? [value] : { a: value };
  return value;
};

/** Returns a value of an unexpected type. */
export function hostileValue(random: Random): unknown {
  const kinds: (() => unknown)[] = [
    () => random.pick(TEXTS),
    () => random.pick(TEXTS),
    () => random.pick(NUMBERS),
    () => random.pick([null, true, false]),
    () => random.pick<unknown>([[], {}, [[]], [null], { toString: 1, valueOf: null, length: -1 }]),
    () => JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
    () => nested(random.pick([5, 50, 1000]), random.chance(0.5)),
    () => Array.from({ length: random.pick([10, 300, 3000]) }, () => random.pick(TEXTS.slice(0, 8))),
    () => Object.fromEntries(TEXTS.map((text, index) => [text, index])),
    () => String.fromCodePoint(...Array.from({ length: random.below(12) }, () => random.below(0xd7ff))),
  ];
  return random.pick(kinds)();
}

/** Bodies that are not JSON, or JSON of an unexpected form. */
export const BODIES: readonly (string | Buffer)[] = [
  '',
  ' ',
  '{',
  '{"a":',
  '{"a":1}}',
  '{"a":1,"a":2}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":1e999999}',
  '{"a":-0}',
  '[]',
  'null',
  '"x"',
  '0',
  'undefined',
  '/* */{}',
  '\ufeff{}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  '{"score":123456789012345678901234567890}',
  deep(7000, '[', ']'),
  deep(3000, '{"a":', '}').replace('}', '1}'),
  'a'.repeat(17 * 1024),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  Buffer.alloc(2000),
];

export const CONTENT_TYPES: readonly string[] = [
  'application/json; charset=utf-16',
  'application/json;',
  'application/json, text/plain',
  'application/vnd.api+json',
  'APPLICATION/JSON',
  'text/plain',
  'text/json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'json',
  '/',
  ';',
  'a'.repeat(3000),
];

/** Path segments and queries, encoded so that any client sends them. */
export const SEGMENTS: readonly string[] = [
  ...TEXTS.filter((text) => text.length < 300).map((text) => encodeURIComponent(text.toWellFormed())),
  '%00',
  '%',
  '%zz',
  '%ed%a0%80',
  '%c0%ae%c0%ae',
  '..%2f..%2fpackage.json',
  '%2e%2e',
  'x'.repeat(65),
  'x'.repeat(5000),
  ';a=b',
  ':id',
  '*',
  '{id}',
];

export const QUERIES: readonly string[] = [
  '__proto__=1',
  '__proto__[admin]=1',
  'constructor[prototype][admin]=1',
  'eventId[]=1',
  'eventId=1&eventId=2',
  'eventId',
  'eventId=%00',
  'eventId=%zz',
  'eventId=%ed%a0%80',
  'event=%00&q=%00',
  'q=%E0%A4%A',
  'token=..%2f..%2f',
  'rotate=1e999&events=,,,',
  'a=1&'.repeat(900),
  `q=${'x'.repeat(6000)}`,
  '&&&==?&?',
  '%00=%00',
];

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const;
