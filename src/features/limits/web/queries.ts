import { queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import type { readRegistrations } from '../contract.ts';

const OFTEN = 15_000;

/** Fetched every 15 s and not on the topic `rsvps`, which a rush touches many times a second. */
export const registrationsQuery = queryOptions({
  queryKey: ['registrations'],
  queryFn: ({ signal }) => request<typeof readRegistrations>('GET /api/admin/registrations', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});
