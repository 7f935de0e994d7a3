import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { networkOf, networkOfRequest, partyOf } from './caller.ts';

it('networkOf counts an IPv4 address as one network', () => {
  expect(networkOf('203.0.113.7')).toEqual({ key: '203.0.113.7', wider: null, factor: 1 });
});

it('networkOf counts all addresses of an IPv6 /64 as one network inside its /48', () => {
  const network = { key: '2001:db8:1:2::/64', wider: '2001:db8:1::/48', factor: 1 };
  expect(networkOf('2001:db8:1:2::1')).toEqual(network);
  expect(networkOf('2001:DB8:1:2:ffff:ffff:ffff:ffff')).toEqual(network);
  expect(networkOf('2001:db8:1:2::1%eth0')).toEqual(network);
});

it('networkOf keeps two /64s of one /48 apart', () => {
  expect(networkOf('2001:db8:1:3::1')).toEqual({ key: '2001:db8:1:3::/64', wider: '2001:db8:1::/48', factor: 1 });
});

it('networkOf reads an IPv4 address mapped into IPv6 as IPv4', () => {
  expect(networkOf('::ffff:203.0.113.7')).toEqual({ key: '203.0.113.7', wider: null, factor: 1 });
});

it('networkOf ignores the port that some proxies write behind an address, which differs for each connection', () => {
  expect(networkOf('203.0.113.7:50123')).toEqual(networkOf('203.0.113.7'));
  expect(networkOf('[2001:db8:1:2::1]:50123')).toEqual(networkOf('2001:db8:1:2::1'));
  expect(networkOf('[2001:db8:1:2::1]')).toEqual(networkOf('2001:db8:1:2::1'));
});

it('networkOf treats text that is not an address as its own network', () => {
  expect(networkOf('unknown')).toEqual({ key: 'unknown', wider: null, factor: 1 });
});

/** Returns the factor of a request that reached the server from 127.0.0.1 with these headers. */
async function factorOf(headers: Record<string, string>, trustProxy: string[] | false): Promise<string> {
  const fastify = Fastify({ trustProxy });
  fastify.get('/', async (request) => {
    const { key, factor } = networkOfRequest(request);
    return `${key} × ${factor}`;
  });
  return (await fastify.inject({ url: '/', headers })).body;
}

it('networkOfRequest enlarges the budgets of a peer that sends forwarded headers and is not in TRUST_PROXY', async () => {
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
    expect(await factorOf({ [header]: '203.0.113.7' }, false)).toBe('127.0.0.1 × 10');
    expect(await factorOf({ [header]: '203.0.113.7' }, ['10.0.0.1'])).toBe('127.0.0.1 × 10');
  }
});

it('networkOfRequest trusts a proxy in TRUST_PROXY', async () => {
  expect(await factorOf({ 'x-forwarded-for': '203.0.113.7' }, ['127.0.0.1'])).toBe('203.0.113.7 × 1');
});

it('networkOfRequest does not change the budget of a peer without forwarded headers', async () => {
  expect(await factorOf({}, false)).toBe('127.0.0.1 × 1');
  expect(await factorOf({}, ['127.0.0.1'])).toBe('127.0.0.1 × 1');
});

it('lets an IPv6 /48 wait as one', async () => {
  const parties: string[] = [];
  const fastify = Fastify();
  fastify.get('/', async (request) => void parties.push(partyOf(request)));
  for (const remoteAddress of ['203.0.113.7', '2001:db8:1:2::1', '2001:db8:1:3::1'])
    await fastify.inject({ url: '/', remoteAddress });
  expect(parties).toEqual(['203.0.113.7', '2001:db8:1::/48', '2001:db8:1::/48']);
});
