import { type QueryClient, type QueryKey, type QueryPersister, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { clockTime, festivalDay, tickerTime } from '../time.ts';
import { now, useNow } from './clock.tsx';
import { connectedNow, reachedAt, useConnected } from './connection.ts';

/** Keyed by the request's signal. */
const copiedAtOfAnswer = new WeakMap<AbortSignal, string>();
/** By query: when its present data was copied. */
const copiedAtOfQuery = new WeakMap<object, string>();

/** By query, by the festival's clock and the steady one: React Query's own time is the device's. */
const updates = new WeakMap<object, { readonly at: number; readonly steady: number }>();

export const noteUpdates = (client: QueryClient): void =>
  void client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    updates.set(event.query, { at: now(), steady: performance.now() });
  });

export const msSinceUpdate = (query: object): number =>
  performance.now() - (updates.get(query)?.steady ?? Number.NEGATIVE_INFINITY);

/** ISO 8601; null for never. */
export const updatedAt = (query: object | undefined): string | null => {
  const update = query && updates.get(query);
  return update === undefined ? null : new Date(update.at).toISOString();
};

export const useUpdatedAt = (queryKey: QueryKey): string | null => {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => updatedAt(cache.find({ queryKey })),
    () => null,
  );
};

/** Requests of queries whose present data is newer than any offline copy. */
const mustRevalidate = new WeakSet<AbortSignal>();

/** The service worker answers `no-cache` with no offline copy. */
export const cacheFor = (signal: AbortSignal | undefined): RequestCache =>
  signal !== undefined && mustRevalidate.has(signal) ? 'no-cache' : 'default';

export const noteCopiedAnswer = (signal: AbortSignal, at: string): void => void copiedAtOfAnswer.set(signal, at);

export const isOfflineCopy = (query: object): boolean => copiedAtOfQuery.has(query);

/**
 * Wraps each query function; the request's signal tells of which query. A copy of 9:00 never replaces a list of 9:10;
 * only without network may one copy follow another.
 */
export const noteOfflineCopies: QueryPersister = async (queryFn, context, query) => {
  const isCopy = copiedAtOfQuery.has(query) && !connectedNow();
  if (query.state.data !== undefined && !isCopy) mustRevalidate.add(context.signal);
  const data = await queryFn(context);
  const at = copiedAtOfAnswer.get(context.signal);
  const presentAt = copiedAtOfQuery.get(query);
  // The copy of a page may be newer than those of its lists.
  if (at !== undefined && presentAt !== undefined && at < presentAt) return query.state.data as typeof data;
  if (at === undefined) copiedAtOfQuery.delete(query);
  else copiedAtOfQuery.set(query, at);
  return data;
};

/** The data of a page that is an offline copy is as old as the page. */
export function noteCopiedPage(client: QueryClient, at: string): void {
  for (const query of client.getQueryCache().getAll()) copiedAtOfQuery.set(query, at);
}

export const useIsOfflineCopy = (queryKey: QueryKey): boolean => {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const query = cache.find({ queryKey });
      return query !== undefined && isOfflineCopy(query);
    },
    () => false,
  );
};

/** Whether the server may have newer data. */
export const useMayBeOld = (queryKey: QueryKey): boolean => {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const query = cache.find({ queryKey });
      return !connectedNow() || (query !== undefined && isOfflineCopy(query));
    },
    () => false,
  );
};

const oldestShown = (client: QueryClient): string => {
  let oldest = new Date(reachedAt()).toISOString();
  for (const query of client.getQueryCache().findAll({ type: 'active' })) {
    const at = copiedAtOfQuery.get(query);
    if (at !== undefined && at < oldest) oldest = at;
  }
  return oldest;
};

/**
 * When the oldest data on screen was current (ISO 8601); null while connected. Data that is no offline copy counts as
 * of the last response.
 */
export const useDataAge = (): string | null => {
  const client = useQueryClient();
  const isConnected = useConnected();
  return useSyncExternalStore(
    (listener) => (isConnected ? () => {} : client.getQueryCache().subscribe(listener)),
    () => (isConnected ? null : oldestShown(client)),
    () => null,
  );
};

/** '11:10 AM', with the date when it is not today. */
export const StaleTime = ({ at, zone }: { at: string; zone: string }) => {
  const isToday = festivalDay(at, zone) === festivalDay(useNow(), zone);
  return <time dateTime={at}>{isToday ? clockTime(at, zone) : tickerTime(at, zone)}</time>;
};

export const AsOf = ({ zone }: { zone: string }) => {
  const at = useDataAge();
  return (
    at !== null && (
      <span>
        As of <StaleTime at={at} zone={zone} />
      </span>
    )
  );
};
