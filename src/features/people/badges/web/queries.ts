import { queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import type { listBadges } from '../contract.ts';

/** What is printed on the badges, for organisers. */
export const badgesQuery = queryOptions({
  queryKey: ['users', 'badges'],
  queryFn: ({ signal }) => request<typeof listBadges>('GET /api/admin/badges', { signal }),
});
