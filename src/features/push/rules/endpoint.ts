/**
 * Which addresses a browser may name for its push messages. Anybody can send any address and the server posts to it, so it
 * must not lead into the server's own network. client.ts looks at the resolved address too.
 */

export const ENDPOINT_LIMIT = 2000;

/** A fake push service on this machine, for tests and development. */
export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && hostname === '127.0.0.1';

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?!local$|localhost$|internal$)[a-z][a-z0-9-]*$/;

/** Returns why an endpoint is refused; null when it is https on port 443 of a host with a domain name. */
export function endpointProblem(endpoint: string, loopback = false): string | null {
  const url = parsed(endpoint);
  if (url === null) return 'is not an address';
  if (url.username !== '' || url.password !== '') return 'names a user';
  if (loopback && isLoopback(url)) return null;
  if (url.protocol !== 'https:') return 'is not an https address';
  if (url.host !== url.hostname) return 'is on another port than 443';
  // `URL` writes every form of an IPv4 address, such as 0x7f.1, as four numbers. No push service is named by numbers.
  return DOMAIN.test(url.hostname) ? null : 'has no domain name';
}

/** The push service of an endpoint, by its whole name: strangers name other hosts of a service's domain. */
export const hostOf = (endpoint: string): string => new URL(endpoint).host;

/** The same address in one form, as it is asked for: strangers write another device's address in others. */
export const normalEndpoint = (endpoint: string): string => parsed(endpoint)?.href.replace(/#.*/, '') ?? endpoint;

function parsed(endpoint: string): URL | null {
  try {
    return new URL(endpoint);
  } catch {
    return null;
  }
}
