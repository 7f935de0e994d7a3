/** How old the data on the screen is while the server cannot be reached. */
import { type QueryClient, type QueryPersister, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { reachedAt, useConnected } from './connection.ts';

/** By the signal of the request: when the worker fetched the answer that it kept. */
const keptAnswers = new WeakMap<AbortSignal, string>();
/** By query: the same, of its present data. */
const keptQueries = new WeakMap<object, string>();

export const noteKeptAnswer = (signal: AbortSignal, at: string): void => void keptAnswers.set(signal, at);

/** React Query's place around each query function. The signal tells which answer belongs to which query. */
export const noteKeptQuery: QueryPersister = async (queryFn, context, query) => {
  const data = await queryFn(context);
  const at = keptAnswers.get(context.signal);
  if (at === undefined) keptQueries.delete(query);
  else keptQueries.set(query, at);
  return data;
};

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
