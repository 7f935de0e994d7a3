/** The build that answered. A hotel's login page answers every address with 200, but without this header. */
export const BUILD_HEADER = 'x-release';

/** Statuses of a hotel's or single sign-on's login page in front of the program; 0: a redirect, not followed. */
const LOGIN_STATUSES = [0, 200, 401, 403, 407, 511];

type Answer = { readonly status: number; readonly headers: { has(name: string): boolean } };

export const isLoginPage = ({ status, headers }: Answer): boolean =>
  !headers.has(BUILD_HEADER) && LOGIN_STATUSES.includes(status);

/** A page whose address has this parameter passes the service worker untouched. */
export const LOGIN_PARAMETER = 'login';

/** The header of an offline copy: when it was fetched, by the server's clock (ISO 8601). */
export const COPIED_AT_HEADER = 'x-kept-at';
/** The same by the device's clock (milliseconds); the difference of two such times tells how old a copy is. */
export const DEVICE_COPIED_AT_HEADER = 'x-kept-by';

/** A path, and the field of its answer that is false when the cookie set here was not sent back. */
export const KNOWN_AT_HEADER = 'x-known-at';

/**
 * Names of the marks in a page's head. `publicHost`: the host in letters where PUBLIC_URL has an xn-- name. `copiedAt`
 * and `drawnFor`, its address, are in offline copies only.
 */
export const MARKS = {
  build: 'release',
  publicUrl: 'public-url',
  publicHost: 'public-host',
  copiedAt: 'kept-at',
  drawnFor: 'kept-for',
} as const;
