import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { listWarnings } from '../contract.ts';

const OFTEN = 30_000;

/** Warnings. No topic announces them, so they are fetched on every mount and every 30 s. */
export const warningsQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: ({ signal }) => call<typeof listWarnings>('GET /api/admin/attention', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});
