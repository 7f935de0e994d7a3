/** docs/behaviour.md "Without network" */
import { BUILD_HEADER } from '#platform/build.ts';
import icon from '../../../../public/icon-192.png?inline';
import {
  type CacheKey,
  cacheKeyOf,
  isServerAway,
  LIST_LIMIT_MS,
  mayServeCached,
  PICTURES,
  pageLimit,
} from '../offline/rules.ts';
import type { Warm } from '../offline/start.ts';
import {
  ageOf,
  deleteUnused,
  evict,
  forgetAnswers,
  fromNetwork,
  markedCopy,
  networkThenCopy,
  offlineCopy,
  receivedOrThrow,
  tell,
} from './copies.ts';
import { open, renew, show, TOLD_CACHE } from './push.ts';
import { build, worker } from './scope.ts';
import { copyBuild, copyLists, copyPages, hasDeskCopy, install, opens } from './warm.ts';

/** Each try begins the page again, for a screen reader and the keyboard too. */
const SECONDS_BETWEEN_TRIES = 15;

/** Without a copy of the address and without network; else the browser would show its own error page. */
const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${SECONDS_BETWEEN_TRIES}">
<title>No connection</title>
<style>
  :root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif }
  body { min-height: 100vh; margin: 0; display: grid; place-items: center; text-align: center; overflow-wrap: anywhere;
    color: light-dark(#1b2145, #f4efe3); background: light-dark(#fbf5e8, #0b1026) }
  main { max-width: 26rem; padding: 1.5rem }
  i { display: block; width: 8rem; height: 4rem; margin: auto; border-radius: 8rem 8rem 0 0;
    background: repeating-linear-gradient(#0000 0 9px, light-dark(#fbf5e8, #0b1026) 9px 13px), linear-gradient(#ffb057, #e35d5b) }
  h1 { font-size: 2rem; line-height: 1.1 }
  a { display: inline-block; padding: .6rem 1rem; color: light-dark(#00695f, #3dd6c4) }
</style>
<main>
  <i></i>
  <h1>No connection</h1>
  <p>This device has no copy of this page. It loads by itself when the connection and the server are back.</p>
  <a href="/">Events</a> <a href="/schedule">My schedule</a>
</main>
`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cache-control': 'no-store',
};

const noCopyPage = (): Response => new Response(HTML, { status: 503, headers: HEADERS });

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

/** An error would stay for ever; this page waits for the server. */
const orWaiting = (answer: Response): Response => (isServerAway(answer.status) ? noCopyPage() : answer);

async function answerList(event: FetchEvent, place: CacheKey): Promise<Response> {
  const { request } = event;
  const fresh = fromNetwork(fetch(request), false, place, (work) => event.waitUntil(work));
  event.waitUntil(fresh.catch(() => undefined));
  const mayTake = mayServeCached({ build: request.headers.get(BUILD_HEADER), cache: request.cache }, build);
  if (!mayTake) return fresh.catch(receivedOrThrow);
  return networkThenCopy(fresh, () => offlineCopy(place), LIST_LIMIT_MS).catch(receivedOrThrow);
}

const isFile = (path: string): boolean =>
  path.startsWith('/assets/') || path.startsWith(PICTURES) || path === '/favicon.svg';

/** From any build: an open page of an earlier one finds its own. */
const answerFile = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);

async function forget(event: FetchEvent): Promise<Response> {
  const answer = await fetch(event.request);
  if (!answer.ok || !answer.headers.has(BUILD_HEADER)) return answer;
  const wasOnDesk = await hasDeskCopy();
  await forgetAnswers();
  await caches.delete(TOLD_CACHE);
  // Refetches deleted copies, as an unknown visitor.
  event.waitUntil(copyBuild(wasOnDesk).catch(() => undefined));
  return answer;
}
