import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#platform/refusal.ts';
import { cookieJar, idempotencyKey, ownOrigin, refuseForeign } from './caller.ts';

type Asked = { headers?: Record<string, string>; method?: string; url?: string; body?: unknown; host?: string };

const asked = ({ headers = {}, method = 'POST', url = '/x', body = {}, host = 'fest.test' }: Asked): FastifyRequest =>
  ({ headers, method, url, body, protocol: 'http', host }) as unknown as FastifyRequest;

function jarWith(cookie: string, publicUrl: string | null = null) {
  const sent: string[] = [];
  const reply = { header: (_: string, value: string) => void sent.push(value) } as unknown as FastifyReply;
  return { jar: cookieJar(asked({ headers: { cookie } }), reply, publicUrl), sent };
}

it('the cookie jar reads values as they were sent: tokens need no decoding, and decoding 1,500 malformed ones takes 4 ms', () => {
  expect(jarWith('fest_id=a%20b').jar.get('fest_id')).toBe('a%20b');
});

it('the cookie jar reads and sets plain names on http', () => {
  const { jar, sent } = jarWith('fest_id=a; other=1; __Host-fest_id=c');
  expect([jar.get('fest_id'), jar.get('nothing')]).toEqual(['a', undefined]);
  jar.set('fest_id', 'd', { sameSite: 'lax', maxAge: 60 });
  jar.clear('fest_id', { sameSite: 'lax' });
  expect(sent).toEqual([
    'fest_id=d; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    'fest_id=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
});

it('the cookie jar reads and sets only __Host- names on https', () => {
  const { jar, sent } = jarWith('fest_id=planted; __Host-fest_admin=b', 'https://fest.test');
  expect([jar.get('fest_id'), jar.get('fest_admin')]).toEqual([undefined, 'b']);
  jar.set('fest_admin', 'd', { sameSite: 'strict', maxAge: 60 });
  expect(sent).toEqual(['__Host-fest_admin=d; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict']);
});

describe('idempotencyKey', () => {
  const KEY = '3F2504E0-4F89-41D3-9A0C-0305E82C3301';
  const read = (said: Asked) => idempotencyKey(asked({ ...said, headers: { 'idempotency-key': KEY } }));

  it('returns the key in lower case, with a hash of the request', () => {
    const mark = read({})?.requestHash;
    expect(read({})).toEqual({ key: KEY.toLowerCase(), requestHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const others = [{ body: { a: 1 } }, { url: '/y' }, { method: 'PUT' }].map((other) => read(other)?.requestHash);
    expect(new Set([mark, ...others]).size).toBe(4);
  });

  it('is null without the header and refused when it is not a UUID', () => {
    expect(idempotencyKey(asked({}))).toBeNull();
    for (const key of ['', 'x', `${KEY}0`, KEY.replaceAll('-', '')]) {
      expect(() => idempotencyKey(asked({ headers: { 'idempotency-key': key } }))).toThrow(Refusal);
    }
  });
});

it('uses PUBLIC_URL as the origin, else the one of the request', () => {
  expect([ownOrigin(asked({}), null), ownOrigin(asked({}), 'https://fest.example')]).toEqual([
    'http://fest.test',
    'https://fest.example',
  ]);
});

it.each([
  ['POST', { origin: 'http://evil.test' }, true],
  ['DELETE', { origin: 'http://evil.test' }, true],
  ['PATCH', { 'sec-fetch-site': 'cross-site' }, true],
  ['POST', { origin: 'null' }, true],
  ['POST', { origin: '' }, true],
  ['POST', { 'sec-fetch-site': 'same-site' }, true],
  ['POST', { origin: 'http://evil.fest.test', 'sec-fetch-site': 'same-site' }, true],
  ['POST', { 'sec-fetch-site': 'none' }, false],
  ['POST', { origin: 'http://fest.test', 'sec-fetch-site': 'same-origin' }, false],
  ['POST', {}, false],
  ['GET', { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }, false],
  ['HEAD', { 'sec-fetch-site': 'cross-site' }, false],
])('%s with %o from another site: %s', (method, headers, foreign) => {
  const ask = () => refuseForeign(asked({ method, headers: headers as Record<string, string> }), null);
  if (foreign) expect(ask).toThrow(Refusal);
  else expect(ask).not.toThrow();
});

const codeOf = (headers: Record<string, string>, host: string, publicUrl: string | null): string => {
  try {
    refuseForeign(asked({ headers, host }), publicUrl);
    return 'accepted';
  } catch (error) {
    return (error as Refusal).code;
  }
};

it.each([
  ['http://fest.test', 'fest.test:80', {}, 'accepted'],
  ['http://fest.test', 'FEST.test', {}, 'accepted'],
  ['http://fest.test.', 'fest.test.', {}, 'accepted'],
  ['http://fest.test', 'fest.test.', {}, 'accepted'],
  ['http://fest.test:8080', 'fest.test:8080', {}, 'accepted'],
  ['http://[::1]:8080', '[::1]:8080', {}, 'accepted'],
  // A proxy that ends TLS and does not say so.
  ['https://fest.test', 'fest.test', { 'sec-fetch-site': 'same-origin' }, 'accepted'],
  ['https://fest.test', 'fest.test:443', { 'sec-fetch-site': 'same-origin' }, 'accepted'],
  ['https://fest.test', 'fest.test', {}, 'CROSS_SITE'],
  ['https://fest.test', 'fest.test', { 'sec-fetch-site': 'same-site' }, 'CROSS_SITE'],
  ['https://evil.test', 'fest.test', { 'sec-fetch-site': 'same-origin' }, 'CROSS_SITE'],
  ['http://fest.test:8080', 'fest.test', { 'sec-fetch-site': 'same-origin' }, 'CROSS_SITE'],
  ['http://fest.test', 'fest.test', { 'sec-fetch-site': 'cross-site' }, 'CROSS_SITE'],
  ['http://fest.test..', 'fest.test', {}, 'CROSS_SITE'],
  ['http://fest.test.evil.test', 'fest.test', {}, 'CROSS_SITE'],
  ['http://fest.test@evil.test', 'fest.test', {}, 'CROSS_SITE'],
  ['http://evil.test/fest.test', 'fest.test', {}, 'CROSS_SITE'],
  ['http://fest.test/', 'fest.test', {}, 'CROSS_SITE'],
  ['http://fest.test,http://evil.test', 'fest.test', {}, 'CROSS_SITE'],
  ['null', 'null', {}, 'CROSS_SITE'],
  ['', '', {}, 'CROSS_SITE'],
  ['ftp://fest.test', 'fest.test', {}, 'CROSS_SITE'],
])('a write without PUBLIC_URL from a page at %s to host %s with %o: %s', (origin, host, more, code) => {
  expect(codeOf({ origin, ...more }, host, null)).toBe(code);
});

describe('a write with PUBLIC_URL', () => {
  const OWN = 'https://fest.test';
  it.each([
    ['https://fest.test', 'fest.test', {}, 'accepted'],
    ['https://fest.test.', 'fest.test.', { 'sec-fetch-site': 'same-origin' }, 'accepted'],
    // A proxy that does not pass the host on.
    ['https://fest.test', '127.0.0.1:3000', { 'sec-fetch-site': 'same-origin' }, 'accepted'],
    ['http://fest.test', 'fest.test', {}, 'OTHER_ADDRESS'],
    ['https://www.fest.test', 'www.fest.test', { 'sec-fetch-site': 'same-origin' }, 'OTHER_ADDRESS'],
    ['https://www.fest.test', '127.0.0.1:3000', { 'sec-fetch-site': 'same-origin' }, 'OTHER_ADDRESS'],
    ['http://192.0.2.7:3000', '192.0.2.7:3000', {}, 'OTHER_ADDRESS'],
    ['https://fest.test:8443', 'fest.test:8443', {}, 'OTHER_ADDRESS'],
    // A name of the attacker's that resolves to this server.
    ['https://evil.test', 'evil.test', { 'sec-fetch-site': 'same-origin' }, 'OTHER_ADDRESS'],
    ['https://evil.test', 'fest.test', {}, 'CROSS_SITE'],
    ['https://evil.test', 'fest.test', { 'sec-fetch-site': 'cross-site' }, 'CROSS_SITE'],
    ['https://a.fest.test', 'fest.test', { 'sec-fetch-site': 'same-site' }, 'CROSS_SITE'],
    ['http://fest.test', 'fest.test', { 'sec-fetch-site': 'cross-site' }, 'CROSS_SITE'],
    ['null', 'fest.test', {}, 'CROSS_SITE'],
  ])('from a page at %s to host %s with %o: %s', (origin, host, more, code) => {
    expect(codeOf({ origin, ...more }, host, OWN)).toBe(code);
  });
});
