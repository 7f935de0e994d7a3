import type { Warning } from '../contract.ts';

/**
 * Returns one warning per peer. It never advises trusting an unknown address: anybody can send forwarded headers, and a
 * trusted stranger could claim any address.
 */
export const proxyWarnings = (addresses: readonly string[]): Warning[] =>
  addresses.map((address) => ({
    id: `proxy ${address}`,
    text:
      `All visitors seem to come from ${address}, so they share one network’s limits. If that is your proxy, ask ` +
      `the person who installed the program to let it send X-Forwarded-For, to set TRUST_PROXY=${address} and to restart. ` +
      'If nobody knows this address, change nothing.',
  }));

/** Stands for what could not be read. */
export const UNREAD: Warning = {
  id: 'unread',
  text: 'Some warnings can’t be shown right now. Look for “could not read warnings” in the server’s log.',
};
