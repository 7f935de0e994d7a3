import { ADMIN } from '#features/dashboard/web/parts/admin-tabs.ts';
import { BUILD_HEADER } from '#platform/build.ts';
import { abortAfter } from '#platform/web/device-clock.ts';
import { askOpens } from '../offline/ask-opens.ts';
import { bracketsOf, cacheKeyOf, DESK_PAGES, LISTS, mapAddress, OWN_LISTS, PAGES } from '../offline/rules.ts';
import { cacheName, type Opens } from '../offline/start.ts';
import { ageOf, fromNetwork, offlineCopy } from './copies.ts';
import { build, deskFiles, files, worker } from './scope.ts';

/** The page's own requests come first. */
const AT_ONCE = 4;
const ANY = Number.POSITIVE_INFINITY;

/** A download that hangs would hold up the worker of every later build. */
const DOWNLOAD_LIMIT_MS = 60_000;
const download = (path: string, headers = {}): Promise<Response> =>
  fetch(path, { headers, redirect: 'manual', signal: abortAfter(DOWNLOAD_LIMIT_MS) });

/** False when an act failed; throws when one hung, as the others then would. */
async function each(acts: readonly (() => Promise<unknown>)[]): Promise<boolean> {
  const pending = [...acts];
  let isDone = true;
  const run = async () => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      try {
        await next();
      } catch (failure) {
        if (failure instanceof Error && failure.name === 'AbortError') throw failure;
        isDone = false;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return isDone;
}

const openShell = (): Promise<Cache> => caches.open(cacheName('shell', build));

async function missing(wanted: readonly string[]): Promise<string[]> {
  const copied = new Set((await (await openShell()).keys()).map(({ url }) => new URL(url).pathname));
  return wanted.filter((path) => !copied.has(path));
}

async function copyFile(path: string): Promise<void> {
  const shell = await openShell();
  const answer = await download(path);
  if (!answer.ok || !answer.headers.has(BUILD_HEADER)) throw new Error(`${path} is not there`);
  await shell.put(path, answer);
}

async function refresh(path: string, isPage: boolean, ageMs: number): Promise<void> {
  const place = cacheKeyOf({ method: 'GET', path, search: '', isPage, from: null });
  if (place === null) return;
  const age = ageOf(await offlineCopy(place));
  if (age >= 0 && age < ageMs) return;
  const works: Promise<unknown>[] = [];
  const headers = isPage ? { accept: 'text/html' } : {};
  await fromNetwork(download(path, headers), isPage, place, (work) => works.push(work));
  if (works.length === 0) throw new Error(`${path} is not there, or of another build`);
  await Promise.all(works);
}

export const hasDeskCopy = async (): Promise<boolean> =>
  (await caches.match(ADMIN, { ignoreVary: true })) !== undefined;

const pagesOf = (withDesk: boolean): readonly string[] => (withDesk ? [...PAGES, ...DESK_PAGES] : PAGES);
const filesOf = (withDesk: boolean): readonly string[] => (withDesk ? [...files, ...deskFiles] : files);

/** Missing files and older pages; the dashboard's where it was opened before. False when some are missing. */
export async function copyPages(ageMs: number, withDesk: boolean): Promise<boolean> {
  const wanted = await missing(filesOf(withDesk));
  return each([
    ...wanted.map((path) => () => copyFile(path)),
    ...pagesOf(withDesk).map((path) => () => refresh(path, true, ageMs)),
  ]);
}

/** Everything for work without network. False when a file or page is missing. */
export async function copyBuild(withDesk: boolean): Promise<boolean> {
  const isCopied = await copyPages(ANY, withDesk);
  await copyLists(ANY);
  await each((await listsInAnyBuild()).map((path) => () => refresh(path, false, ANY)));
  return isCopied;
}

/** Until an installation retries what it could not copy, for instance of a busy server. */
const AGAIN_MS = 5_000;

/**
 * The first worker takes over with what it could copy, and later visits fetch the rest; any other needs all pages and
 * files, because the earlier one has them.
 */
export async function install(): Promise<void> {
  const withDesk = await hasDeskCopy();
  const isCopied = () => copyBuild(withDesk).catch(() => false);
  if (await isCopied()) return;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  await isCopied();
  const { active } = worker.registration;
  if (active === null) return;
  const { pages, isWhole } = await opens();
  if (!pagesOf(withDesk).every((path) => pages.includes(path))) throw new Error('A page is missing');
  // A file that the browser blocks must not block every update.
  if (!isWhole && (await askOpens(active))?.isWhole !== false) throw new Error('A file is missing');
}

export async function opens(): Promise<Opens> {
  const pages: string[] = [];
  for (const path of pagesOf(true)) {
    const place = cacheKeyOf({ method: 'GET', path, search: '', isPage: true, from: null });
    if (place !== null && (await offlineCopy(place)) !== undefined) pages.push(path);
  }
  return { pages, isWhole: (await missing(filesOf(await hasDeskCopy()))).length === 0 };
}

/** Includes brackets that were only looked at. */
async function listsInAnyBuild(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cacheName('lists', '')));
  const asked = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const addresses = asked.flat().map(({ url }) => new URL(url));
  return [...new Set(addresses.map(({ pathname, search }) => pathname + search))];
}

/** A list that cannot be read now stays as it was. */
export async function copyLists(ageMs: number): Promise<void> {
  const copy = (paths: readonly string[]) => each(paths.map((path) => () => refresh(path, false, ageMs)));
  await copy([...LISTS, ...OWN_LISTS]);
  const [places, events, festival] = await Promise.all([
    readCopy('/api/rsvps/my'),
    readCopy('/api/events'),
    readCopy('/api/festival'),
  ]);
  await copy(bracketsOf(places, events));
  const map = mapAddress(festival);
  await each((await missing(map === null ? [] : [map])).map((path) => () => copyFile(path)));
}

async function readCopy(path: string): Promise<unknown> {
  const place = cacheKeyOf({ method: 'GET', path, search: '', isPage: false, from: null });
  return place === null ? undefined : (await offlineCopy(place))?.json();
}
