import { queryOptions } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { call } from '#platform/web/api.ts';
import type { myNames } from '../contract.ts';

/** The names of this device's data. Never in the server's page, because they belong to one visitor. */
export const myNamesQuery = queryOptions({
  queryKey: ['names', 'my'],
  queryFn: ({ signal }) => call<typeof myNames>('GET /api/names/my', { signal }),
  meta: { topic: MINE },
});
