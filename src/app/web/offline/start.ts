const SHARED = /^\/(?:display|print)(?:\/|$)/;

export const mayStart = (path: string): boolean => !SHARED.test(path);

/** Its worker shows the page that waits for the server, and copies nothing. */
export const isWall = (path: string): boolean => /^\/display(?:\/|$)/.test(path);

/** `own` is the visitor's. The cache `shell` has the files. */
export const KINDS = ['pages', 'lists', 'own'] as const;
export type Kind = (typeof KINDS)[number];
export const cacheName = (kind: Kind | 'shell', build: string): string => `${kind} ${build}`;

export const answersIn = (names: readonly string[]): string[] =>
  names.filter((name) => KINDS.some((kind) => name.startsWith(cacheName(kind, ''))));

export const lockOf = (build: string): string => `release ${build}`;

/** Milliseconds: older copies are fetched again. `desk`: on the dashboard. */
export type Warm = { readonly pages: number; readonly lists: number; readonly desk: boolean };
/** `release`: the worker has taken over. `login`: a login page answers in the server's place. */
export type Told = { readonly release: string } | 'login';
/** Paths; `isWhole`: with all their files. See ask-opens.ts. */
export type Opens = { readonly pages: readonly string[]; readonly isWhole: boolean };
