import { QueryClient } from '@tanstack/react-query';

/**
 * Spec section 7: data is never stale by age, nothing refetches on focus, nothing is retried. What changed is told by
 * X-Touches and live messages. `always`: a phone without network must fail and say so rather than wait silently.
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
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
