import { describe, expect, it } from 'vitest';
import { networkOf } from './network.ts';

describe('networkOf', () => {
  it('counts an IPv4 address by itself', () => {
    expect(networkOf('203.0.113.7')).toEqual({ key: '203.0.113.7', wider: null });
  });

  it('counts all addresses of an IPv6 /64 as one network inside its /48', () => {
    const network = { key: '2001:db8:1:2::/64', wider: '2001:db8:1::/48' };
    expect(networkOf('2001:db8:1:2::1')).toEqual(network);
    expect(networkOf('2001:DB8:1:2:ffff:ffff:ffff:ffff')).toEqual(network);
    expect(networkOf('2001:db8:1:2::1%eth0')).toEqual(network);
  });

  it('tells two /64 of one /48 apart', () => {
    expect(networkOf('2001:db8:1:3::1')).toEqual({ key: '2001:db8:1:3::/64', wider: '2001:db8:1::/48' });
  });

  it('reads an IPv4 address mapped into IPv6 as IPv4', () => {
    expect(networkOf('::ffff:203.0.113.7')).toEqual({ key: '203.0.113.7', wider: null });
  });

  it('keeps text that is no address as a network of its own', () => {
    expect(networkOf('unknown')).toEqual({ key: 'unknown', wider: null });
  });
});
