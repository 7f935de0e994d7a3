import type { Query, QueryClient } from '@tanstack/react-query';
import { ADMIN, HELPER } from '#features/dashboard/web/parts/admin-tabs.ts';
import { renewAtVisit } from '#features/news/push/web/phone/renew.ts';
import { COPIED_AT_HEADER, DEVICE_COPIED_AT_HEADER } from '#platform/build.ts';
import { MINUTE } from '#platform/durations.ts';
import { nowIso } from '#platform/web/clock.tsx';
import { reportLogin } from '#platform/web/connection.ts';
import { updatedAt } from '#platform/web/data-age.tsx';
import { deviceNow } from '#platform/web/device-clock.ts';
import { offerReload, onOtherBuild } from '#platform/web/page-build.ts';
import { cacheKeyOf } from './rules.ts';
import { cacheName, type Told, type Warm } from './start.ts';

/** In a rush the lists change many times a second. */
const WRITE_MS = 5_000;

/** After a reload without network a phone shows what it showed before. Lists without a copy get none. */
function copyLive(client: QueryClient, build: string): void {
  const changed = new Set<Query>();
  const write = () => {
    for (const query of changed) void writeCopy(query, build).catch(() => undefined);
    changed.clear();
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (!event.action.manual || event.query.meta?.rows === undefined) return;
    if (changed.size === 0) setTimeout(write, WRITE_MS);
    changed.add(event.query);
  });
}

/** Rejects when the disk is full: the older copy stays. */
async function writeCopy(query: Query, build: string): Promise<void> {
  const path = `/api/${query.queryKey.join('/')}`;
  const place = cacheKeyOf({ method: 'GET', path, search: '', isPage: false, from: location.pathname });
  if (place === null) return;
  const cache = await caches.open(cacheName(place.kind, build));
  const before = await cache.match(place.key, { ignoreVary: true });
  if (before === undefined) return;
  const headers = new Headers(before.headers);
  headers.set(COPIED_AT_HEADER, updatedAt(query) ?? nowIso());
  headers.set(DEVICE_COPIED_AT_HEADER, String(deviceNow()));
  await cache.put(place.key, new Response(JSON.stringify(query.state.data), { headers }));
}

/** Older copies are fetched again when the page was loaded, and when it is put away. */
const PAGES_MS = 30 * MINUTE;
const PUT_AWAY_MS = 2 * MINUTE;

const WORKER = '/sw.js';

const LOOK_MS = 10_000;
/** A server that has just started may be too busy for all of it. */
const AGAIN_MS = [12_000, 24_000, 48_000];

export async function startWorker(client: QueryClient, build: string): Promise<void> {
  copyLive(client, build);
  void renewAtVisit();
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data === 'login') reportLogin();
    else if (data.release !== build) offerReload();
  });
  const isDesk = () => [ADMIN, HELPER].some((path) => location.pathname.startsWith(path));
  const warm = (lists: number) => {
    const wanted: Warm = { pages: PAGES_MS, lists, desk: isDesk() };
    serviceWorker.controller?.postMessage(wanted);
  };
  const warmLoaded = () => warm(performance.now());
  warmLoaded();
  // The first worker takes over with what it could copy, without the dashboard.
  serviceWorker.addEventListener('controllerchange', () => {
    for (const ms of [0, ...AGAIN_MS]) setTimeout(warmLoaded, ms);
  });
  // Of wouter: a link to the dashboard asks the worker for no page.
  addEventListener('pushState', () => isDesk() && warmLoaded());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) warm(PUT_AWAY_MS);
  });
  // `register` would put back a worker of ours that has just removed itself (worker/removed.ts).
  const { href } = new URL(WORKER, location.href);
  if (serviceWorker.controller?.scriptURL !== href) await serviceWorker.register(WORKER);
  // A browser that blocks workers has no registration.
  const update = async () => void (await serviceWorker.getRegistration())?.update().catch(() => undefined);
  // An earlier worker fetched this page of a new build. The browser itself looks for a worker when it is idle.
  if (serviceWorker.controller !== null && !(await caches.has(cacheName('shell', build)))) void update();
  let askedAt = Number.NEGATIVE_INFINITY;
  // Once the other build's worker has taken over, it sends a message.
  const look = () => {
    if (performance.now() - askedAt < LOOK_MS) return;
    askedAt = performance.now();
    void update();
  };
  onOtherBuild(() => {
    look();
    // A quiet page hears of it no more.
    for (const ms of AGAIN_MS) setTimeout(look, ms);
  });
}
