import { queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import type { readSample } from '../contract.ts';

/** Whether this is the sample festival. */
export const sampleQuery = queryOptions({
  queryKey: ['sample'],
  queryFn: ({ signal }) => request<typeof readSample>('GET /api/admin/sample', { signal }),
});
