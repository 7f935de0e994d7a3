import { QueryClient } from '@tanstack/react-query';
import { noteKeptQuery } from './data-age.ts';

/**
 * Data never becomes stale by age, focus does not refetch, and nothing is retried: X-Touches and live messages announce
 * changes. `always`: without a network, requests must fail with a message instead of waiting.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: 'always',
        persister: noteKeptQuery,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
