import type { Warning } from './contract.ts';

/**
 * Returns one warning per peer. It never advises trusting an unknown address: anybody can send forwarded headers, and a
 * trusted stranger could claim any address.
 */
export const proxyWarnings = (addresses: readonly string[]): Warning[] =>
  addresses.map((address) => ({
    id: `proxy ${address}`,
    text:
      `All visitors seem to come from ${address}, so they share one network’s limits. If that is your proxy, let it send ` +
      `X-Forwarded-For, set TRUST_PROXY=${address} on the server and restart. If you do not know this address, change nothing.`,
  }));

/** Stands for what could not be read. */
export const UNREAD: Warning = {
  id: 'unread',
  text: 'Some warnings can’t be shown right now. Look for “could not read warnings” in the server’s log.',
};
