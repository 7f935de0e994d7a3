/**
 * The header of every answer: which build sent it. An answer without it is not the program's: a hotel's login page answers
 * every address with 200. Pages send their own with what they ask.
 */
export const RELEASE_HEADER = 'x-release';

/** The header of an answer that the service worker kept: when it was fetched (ISO 8601). */
export const KEPT_AT_HEADER = 'x-kept-at';

/** Names of the marks in a page's head: its release, and of a kept page also its time and the address it was drawn for. */
export const MARKS = { release: 'release', keptAt: 'kept-at', keptFor: 'kept-for' } as const;
