import type { Query, QueryClient } from '@tanstack/react-query';
import { COPIED_AT_HEADER, DEVICE_COPIED_AT_HEADER } from '#platform/build.ts';
import { nowIso } from '#platform/web/clock.ts';
import { updatedAt } from '#platform/web/data-age.ts';
import { deviceNow } from '#platform/web/device-clock.ts';
import { cacheKeyOf } from './rules.ts';
import { cacheName } from './start.ts';

/** In a rush the lists change many times a second. */
const WRITE_MS = 5_000;

/**
 * Writes what the live stream changed in a list into the list's offline copy: a phone that loses its network and opens the page again
 * shows what it showed before. Lists without a copy get none.
 */
export function copyLive(client: QueryClient, build: string): void {
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
