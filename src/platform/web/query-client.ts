import { notifyManager, type Query, QueryClient } from '@tanstack/react-query';
import { noteOfflineCopies, noteUpdates } from './data-age.tsx';

/** React Query would join a request on its way, whose answer may be from before the write, so that one ends first. */
export async function readAgain(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const firstOnes = (query: Query) => query.state.data === undefined && predicate(query);
  await client.cancelQueries({ fetchStatus: 'fetching', predicate: firstOnes });
  await client.invalidateQueries({ predicate });
}

// The default timer is slower than the second click of a double tap, which would find its button still enabled.
notifyManager.setScheduler(queueMicrotask);

/**
 * X-Touches and live messages announce changes, so neither age nor focus refetches. `always`: without a network
 * requests must fail with a message and not wait.
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
