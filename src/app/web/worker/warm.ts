/** Fetches what a visitor may want to read later, before it is wanted. */
import { RELEASE_HEADER } from '#platform/release.ts';
import { abortAfter } from '#platform/web/abort-after.ts';
import { ADMIN } from '../admin-tabs.ts';
import { bracketsOf, cacheKeyOf, DESK_PAGES, LISTS, OWN_LISTS, PAGES } from '../offline/rules.ts';
import { cacheName } from '../offline/start.ts';
import { ageOf, fromNetwork, keptCopy } from './keep.ts';
import { deskFiles, files, release } from './scope.ts';

/** Requests at once: the page's own come first. */
const AT_ONCE = 4;
/** A copy of any age will do. */
const ANY = Number.POSITIVE_INFINITY;

/** A download that hangs would hold up the worker of every later release. */
const DOWNLOAD_LIMIT_MS = 60_000;
const download = (path: string, headers = {}): Promise<Response> =>
  fetch(path, { headers, signal: abortAfter(DOWNLOAD_LIMIT_MS) });

/** Runs the act for each item, some at once; the first failure ends it. */
async function each<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const run = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

/** A file's name contains its content, so that the copy of any release will do. */
async function keepFile(path: string): Promise<void> {
  const shell = await caches.open(cacheName('shell', release));
  if ((await shell.match(path, { ignoreVary: true })) !== undefined) return;
  const answer = await download(path);
  if (!answer.ok || !answer.headers.has(RELEASE_HEADER)) throw new Error(`${path} is not there`);
  await shell.put(path, answer);
}

/** Keeps the answer of an address unless there is a copy of less than so many milliseconds. Throws when it cannot be kept. */
async function refresh(path: string, isPage: boolean, ageMs: number): Promise<void> {
  const place = cacheKeyOf({ method: 'GET', path, search: '', isPage, from: null });
  if (place === null) return;
  const age = ageOf(await keptCopy(place));
  if (age >= 0 && age < ageMs) return;
  const works: Promise<unknown>[] = [];
  const headers = isPage ? { accept: 'text/html' } : {};
  await fromNetwork(download(path, headers), isPage, place, (work) => works.push(work));
  if (works.length === 0) throw new Error(`${path} is not there, or of another release`);
  await Promise.all(works);
}

/** In any release's cache. */
export const isDeskKept = async (): Promise<boolean> => (await caches.match(ADMIN, { ignoreVary: true })) !== undefined;

/** All that a release needs to work without network, where it is missing. Throws when a file or a page cannot be kept. */
export async function keepRelease(withDesk: boolean): Promise<void> {
  await each(files, keepFile);
  await keepPages(ANY);
  if (withDesk) await keepDesk(ANY);
  await keepLists(ANY);
  await each(await listsInAnyRelease(), (path) => tryTo(path, ANY));
}

/** With brackets that were only seen. */
async function listsInAnyRelease(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cacheName('lists', '')));
  const asked = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [...new Set(asked.flat().map(({ url }) => new URL(url).pathname))];
}

/** The dashboard works without network where it was opened before. */
export async function keepDesk(ageMs: number): Promise<void> {
  await each(deskFiles, keepFile);
  await each(DESK_PAGES, (path) => refresh(path, true, ageMs));
}

export const keepPages = (ageMs: number): Promise<void> => each(PAGES, (path) => refresh(path, true, ageMs));

/** A list that cannot be had now stays as it was. */
const tryTo = (path: string, ageMs: number): Promise<void> => refresh(path, false, ageMs).catch(() => undefined);

export async function keepLists(ageMs: number): Promise<void> {
  await each([...LISTS, ...OWN_LISTS], (path) => tryTo(path, ageMs));
  const [places, events] = await Promise.all([readKept('/api/rsvps/my'), readKept('/api/events')]);
  await each(bracketsOf(places, events), (path) => tryTo(path, ageMs));
}

async function readKept(path: string): Promise<unknown> {
  const place = cacheKeyOf({ method: 'GET', path, search: '', isPage: false, from: null });
  return place === null ? undefined : (await keptCopy(place))?.json();
}
