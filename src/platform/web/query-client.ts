import { notifyManager, type Query, QueryClient } from '@tanstack/react-query';
import { noteOfflineCopies, noteUpdates } from './data-age.tsx';

/**
 * Asks again for what a write changed, and waits for the answers. React Query would join a first request that is on its way, and
 * its answer may be from before the write: it ends first.
 */
export async function readAgain(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const firstOnes = (query: Query) => query.state.data === undefined && predicate(query);
  await client.cancelQueries({ fetchStatus: 'fetching', predicate: firstOnes });
  await client.invalidateQueries({ predicate });
}

// By default after a timer, which the second click of a double tap is faster than: it would find a button that is not disabled yet.
notifyManager.setScheduler(queueMicrotask);

/**
 * Data never becomes stale by age, focus does not refetch, and nothing is retried: X-Touches and live messages announce
 * changes. `always`: without a network, requests must fail with a message instead of waiting.
 */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: 'always',
        persister: noteOfflineCopies,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  noteUpdates(client);
  return client;
};
