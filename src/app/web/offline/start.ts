/** What a page needs to know before it loads anything of the worker. Pure. */

/** Screens that strangers see, or that are for paper. */
const SHARED = /^\/(?:display|print)(?:\/|$)/;

/** Whether a page with this path may start the worker and gets kept copies. */
export const mayStart = (path: string): boolean => !SHARED.test(path);

/** What a cache holds; `own` is the visitor's, and `shell` are the files. */
export type Kind = 'pages' | 'lists' | 'own';
export const cacheName = (kind: Kind | 'shell', release: string): string => `${kind} ${release}`;

/** The lock that a page holds for as long as it is open. */
export const lockOf = (release: string): string => `release ${release}`;

/** What a page says: copies older than these times, in milliseconds, are to be fetched again; `desk` on the dashboard. */
export type Warm = { readonly pages: number; readonly lists: number; readonly desk: boolean };
/** What the worker says when all of a release is kept. */
export type Offer = { readonly release: string };
