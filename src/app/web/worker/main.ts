/**
 * The service worker: what a visitor reads opens without network, from the copies of one build
 * (docs/behaviour.md "Without network").
 */
import { BUILD_HEADER } from '#platform/build.ts';
// A browser shows a notification when its icon has come; this one never waits for a network.
import icon from '../../../../public/icon-192.png?inline';
import { type CacheKey, cacheKeyOf, isServerAway, LIST_LIMIT_MS, mayServeCached, pageLimit } from '../offline/rules.ts';
import type { Warm } from '../offline/start.ts';
import {
  ageOf,
  deleteUnused,
  evict,
  forgetAnswers,
  fromNetwork,
  networkThenCopy,
  offlineCopy,
  receivedOrThrow,
  tell,
} from './copies.ts';
import { markedCopy } from './marked-copy.ts';
import { noCopyPage } from './no-copy-page.ts';
import { open, renew, show, TOLD_CACHE } from './push.ts';
import { build, worker } from './scope.ts';
import { copyBuild, copyLists, copyPages, hasDeskCopy, install, opens } from './warm.ts';

worker.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await worker.registration.navigationPreload?.enable();
      await worker.clients.claim();
      await deleteUnused();
      await tell({ release: build });
    })(),
  );
});

worker.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (port !== undefined) return event.waitUntil(opens().then((opened) => port.postMessage(opened)));
  const { pages, lists, desk } = event.data as Warm;
  event.waitUntil(
    (async () => {
      await deleteUnused();
      await copyPages(pages, desk).catch(() => undefined);
      await copyLists(lists).catch(() => undefined);
      await evict();
    })(),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const isPage = request.mode === 'navigate';
  const { method, referrer } = request;
  const from = referrer === '' ? null : new URL(referrer).pathname;
  const place = cacheKeyOf({ method, path: url.pathname, search: url.search, isPage, from });
  if (isPage) event.respondWith(answerPage(event, place, url));
  else if (place !== null) event.respondWith(answerList(event, place));
  else if (method === 'GET' && isFile(url.pathname)) event.respondWith(answerFile(request));
  else if (method === 'DELETE' && url.pathname === '/api/visitor') event.respondWith(forget(event));
});

worker.addEventListener('push', (event) => event.waitUntil(show(event.data, icon)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

async function answerPage(event: FetchEvent, place: CacheKey | null, { search }: URL): Promise<Response> {
  const { request } = event;
  const asked = (async () => ((await event.preloadResponse) as Response | undefined) ?? (await fetch(request)))();
  if (place === null) return asked.then(orWaiting).catch(noCopyPage);
  // With a search the page may show something else.
  const fresh = fromNetwork(asked, true, search === '' ? place : null, (work) => event.waitUntil(work));
  event.waitUntil(fresh.catch(() => undefined));
  const copy = await offlineCopy(place);
  const opened = { kind: place.kind, search, isReload: request.cache !== 'default' };
  const limit = pageLimit(opened, ageOf(copy));
  return networkThenCopy(fresh, () => markedCopy(copy, place.key), limit)
    .catch(receivedOrThrow)
    .then(orWaiting)
    .catch(noCopyPage);
}

/** Instead of an error that would stay for ever, the page that waits for the server. */
const orWaiting = (answer: Response): Response => (isServerAway(answer.status) ? noCopyPage() : answer);

async function answerList(event: FetchEvent, place: CacheKey): Promise<Response> {
  const { request } = event;
  const fresh = fromNetwork(fetch(request), false, place, (work) => event.waitUntil(work));
  event.waitUntil(fresh.catch(() => undefined));
  const mayTake = mayServeCached({ build: request.headers.get(BUILD_HEADER), cache: request.cache }, build);
  if (!mayTake) return fresh.catch(receivedOrThrow);
  return networkThenCopy(fresh, () => offlineCopy(place), LIST_LIMIT_MS).catch(receivedOrThrow);
}

const isFile = (path: string): boolean => path.startsWith('/assets/') || path === '/favicon.svg';

/** From any build: an open page of an earlier one finds its own. */
const answerFile = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);

async function forget(event: FetchEvent): Promise<Response> {
  const answer = await fetch(event.request);
  if (!answer.ok || !answer.headers.has(BUILD_HEADER)) return answer;
  const wasOnDesk = await hasDeskCopy();
  await forgetAnswers();
  await caches.delete(TOLD_CACHE);
  // Refetches what was deleted, as an unknown visitor.
  event.waitUntil(copyBuild(wasOnDesk).catch(() => undefined));
  return answer;
}
