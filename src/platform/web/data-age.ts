/** How old the data on the screen is while the server cannot be reached. */
import { type QueryClient, type QueryPersister, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { connectedNow, reachedAt, useConnected } from './connection.ts';

/** By the signal of the request: when the worker fetched the answer that it kept. */
const keptAnswers = new WeakMap<AbortSignal, string>();
/** By query: the same, of its present data. */
const keptQueries = new WeakMap<object, string>();

/** Requests of queries whose present data is newer than any kept answer. */
const insisting = new WeakSet<AbortSignal>();

/** The worker answers `no-cache` with nothing that it kept. */
export const cacheFor = (signal: AbortSignal | undefined): RequestCache =>
  signal !== undefined && insisting.has(signal) ? 'no-cache' : 'default';

export const noteKeptAnswer = (signal: AbortSignal, at: string): void => void keptAnswers.set(signal, at);

/** React Query's place around each query function. The signal tells which answer belongs to which query. */
export const noteKeptQuery: QueryPersister = async (queryFn, context, query) => {
  const isKept = keptQueries.has(query) && !connectedNow();
  if (query.state.data !== undefined && !isKept) insisting.add(context.signal);
  const data = await queryFn(context);
  const at = keptAnswers.get(context.signal);
  if (at === undefined) keptQueries.delete(query);
  else keptQueries.set(query, at);
  return data;
};

/** Call when the worker kept this page: its data is as old as the page. */
export function noteKeptPage(client: QueryClient, at: string): void {
  for (const query of client.getQueryCache().getAll()) keptQueries.set(query, at);
}

/** What is not a kept answer was right when the server was last heard. */
const oldestShown = (client: QueryClient): string => {
  let oldest = new Date(reachedAt()).toISOString();
  for (const query of client.getQueryCache().findAll({ type: 'active' })) {
    const at = keptQueries.get(query);
    if (at !== undefined && at < oldest) oldest = at;
  }
  return oldest;
};

/** Returns when the oldest data on the screen was right (ISO 8601); null while connected. */
export const useDataAge = (): string | null => {
  const client = useQueryClient();
  const isConnected = useConnected();
  return useSyncExternalStore(
    (listener) => (isConnected ? () => {} : client.getQueryCache().subscribe(listener)),
    () => (isConnected ? null : oldestShown(client)),
    () => null,
  );
};
