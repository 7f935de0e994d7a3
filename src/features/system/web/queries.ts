import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { readSystem } from '../contract.ts';

const OFTEN = 10_000;

/** Fetched every 10 s while it is on screen; a hidden tab asks for nothing. No topic announces it. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call<typeof readSystem>('GET /api/admin/system', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});
