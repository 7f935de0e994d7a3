/** No zod here: the browser also imports this. */

/** Characters. */
export const LINK_LIMIT = 500;

/** A phrase that follows the field's name; null for a plain http or https address. */
export function linkProblem(address: string): string | null {
  const url = parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'is not an http or https address';
  const named = url.username !== '' || url.password !== '' || SEEMING_USER.test(address.replace(DROPPED, ''));
  return named ? 'must not hold a user name' : null;
}

/** The oldest browsers have no URL.parse. */
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
 * A user name that a parsed address does not show: an empty one (`https://@evil.example`), or one after a backslash,
 * where browsers end the host (`https://evil.example\@bank.example`).
 */
const SEEMING_USER = /^\w+:[\\/]*[^/?#]*@/;

/** `https://bank.example.` names the same origin. */
export const withoutDot = (origin: string): string => origin.replace(/([^.])\.(?=(:\d+)?$)/, '$1');
