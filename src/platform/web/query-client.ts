import { notifyManager, QueryClient } from '@tanstack/react-query';
import { noteOfflineCopies, noteUpdates } from './data-age.ts';

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
