/** The page's side of the service worker. Loaded once the page stands. */
import type { QueryClient } from '@tanstack/react-query';
import { renewAtVisit } from '#features/push/web/phone/renew.ts';
import { MINUTE } from '#platform/durations.ts';
import { reportLogin } from '#platform/web/connection.ts';
import { onOtherBuild } from '#platform/web/page-build.ts';
import { offerReload } from '#platform/web/ui/offer-reload.ts';
import { ADMIN, HELPER } from '../admin-tabs.ts';
import { copyLive } from './copy-live.ts';
import { cacheName, type Told, type Warm } from './start.ts';

/** Copies older than this are fetched again when the page was loaded, and when it is put away. */
const PAGES_MS = 30 * MINUTE;
const PUT_AWAY_MS = 2 * MINUTE;

const WORKER = '/sw.js';

/** Between two looks for the worker of another build. */
const LOOK_MS = 10_000;
/** A server that has just started may be too busy for all of it. */
const AGAIN_MS = [12_000, 24_000, 48_000];

/** Registers the worker, keeps its copies fresh, and offers another build than the page's. */
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
  // A page of a new build that an earlier worker fetched. The browser itself looks for a worker when it is idle.
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
