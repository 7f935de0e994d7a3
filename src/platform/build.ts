/**
 * The header of every answer: which build sent it. An answer without it is not the program's: a hotel's login page answers
 * every address with 200. Pages send their own with what they ask.
 */
export const BUILD_HEADER = 'x-release';

/**
 * Statuses of a login page in front of the program, of a single sign-on or a hotel's network; 0 is a redirect that was not followed. A
 * proxy whose server is away has others.
 */
const LOGIN_STATUSES = [0, 200, 401, 403, 407, 511];

type Answer = { readonly status: number; readonly headers: { has(name: string): boolean } };

export const isLoginPage = ({ status, headers }: Answer): boolean =>
  !headers.has(BUILD_HEADER) && LOGIN_STATUSES.includes(status);

/** A page whose address has this parameter passes the service worker untouched. */
export const LOGIN_PARAMETER = 'login';

/** The header of an offline copy: when it was fetched, by the server's clock (ISO 8601). */
export const COPIED_AT_HEADER = 'x-kept-at';
/** The same by the device's clock (milliseconds): its differences tell how old a copy is, whatever it shows. */
export const DEVICE_COPIED_AT_HEADER = 'x-kept-by';

/** The header of an answer that gave this browser a cookie: a path, and the field in its answer that is false when the cookie did not come back. */
export const KNOWN_AT_HEADER = 'x-known-at';

/**
 * Names of the marks in a page's head: its build, PUBLIC_URL, its host in letters where it is an xn-- name, and of an offline copy also its time and the address it was drawn for.
 */
export const MARKS = {
  build: 'release',
  publicUrl: 'public-url',
  publicHost: 'public-host',
  copiedAt: 'kept-at',
  drawnFor: 'kept-for',
} as const;
