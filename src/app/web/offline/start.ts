/** What a page needs to know before it loads anything of the worker. Pure. */

/** Screens that strangers see, or that are for paper. */
const SHARED = /^\/(?:display|print)(?:\/|$)/;

/** Whether a page with this path may start the worker and gets offline copies. */
export const mayStart = (path: string): boolean => !SHARED.test(path);

/** Whether this is a big screen: its worker shows the page that waits for the server, and copies nothing. */
export const isWall = (path: string): boolean => /^\/display(?:\/|$)/.test(path);

/** What a cache of answers holds; `own` is the visitor's. The cache `shell` has the files. */
export const KINDS = ['pages', 'lists', 'own'] as const;
export type Kind = (typeof KINDS)[number];
export const cacheName = (kind: Kind | 'shell', build: string): string => `${kind} ${build}`;

/** Returns the caches of every build that hold answers: all but the files. */
export const answersIn = (names: readonly string[]): string[] =>
  names.filter((name) => KINDS.some((kind) => name.startsWith(cacheName(kind, ''))));

/** The lock that a page holds for as long as it is open. */
export const lockOf = (build: string): string => `release ${build}`;

/** What a page says: copies older than so many milliseconds are to be fetched again; `desk` on the dashboard. */
export type Warm = { readonly pages: number; readonly lists: number; readonly desk: boolean };
/** What the worker says: that it has taken over with its build, or that a login page answers in the server's place. */
export type Told = { readonly release: string } | 'login';
/** The paths of the pages that the worker opens without network, and whether it has all their files. See ask-opens.ts. */
export type Opens = { readonly pages: readonly string[]; readonly isWhole: boolean };
