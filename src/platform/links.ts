/** Addresses that people may store for others to follow. No zod here: announcements are read in the browser too. */

/** Characters. */
export const LINK_LIMIT = 500;

/**
 * Returns what is wrong with an address, as a phrase that follows its field's name; null for a plain http or https
 * address.
 */
export function linkProblem(address: string): string | null {
  const url = parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'is not an http or https address';
  const named = url.username !== '' || url.password !== '' || SEEMING_USER.test(address.replace(DROPPED, ''));
  return named ? 'must not hold a user name' : null;
}

/** As URL.parse, which the oldest browsers do not have. */
function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** URL parsers drop these at any position. */
const DROPPED = /[\t\r\n]/g;

/**
 * What looks like a user name although a parsed address shows none: an empty one (`https://@evil.example`), or one after a
 * backslash, where browsers end the host (`https://evil.example\@bank.example`).
 */
const SEEMING_USER = /^\w+:[\\/]*[^/?#]*@/;

/** An origin without a dot after its host, which names the same one. */
export const withoutDot = (origin: string): string => origin.replace(/([^.])\.(?=(:\d+)?$)/, '$1');
