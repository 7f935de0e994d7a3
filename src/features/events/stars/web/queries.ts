import { queryOptions } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import type { listStars } from '../contract.ts';

/** Asked for after hydration: no page carries them. */
export const starsQuery = queryOptions({
  queryKey: ['stars'],
  queryFn: ({ signal }) => request<typeof listStars>('GET /api/stars', { signal }),
  meta: { topic: MINE },
});
