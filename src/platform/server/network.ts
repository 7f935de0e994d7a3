/** Groups callers by network: strangers are counted where they come from, because a cookie can be left out. */
import ipaddr from 'ipaddr.js';

/**
 * The networks an address is counted against. One household or hotel has one IPv4 address or one IPv6 /64; a provider's
 * customer often holds a /48 and can use each of its 65,536 /64s, so the /48 is counted too, with a larger allowance.
 */
export type Network = {
  /** '203.0.113.7' or '2001:db8:1:2::/64'. */
  readonly key: string;
  /** '2001:db8:1::/48' for IPv6, null for IPv4. */
  readonly wider: string | null;
};

/** Returns the networks of an IP address. Text that is no address is a network of its own. */
export function networkOf(address: string): Network {
  if (!ipaddr.isValid(address)) return { key: address, wider: null };
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return { key: parsed.toString(), wider: null };
  return { key: prefix(parsed, 64), wider: prefix(parsed, 48) };
}

function prefix(address: ipaddr.IPv6, bits: 48 | 64): string {
  const parts = address.parts.map((part, index) => (index < bits / 16 ? part : 0));
  return `${new ipaddr.IPv6(parts).toString()}/${bits}`;
}
