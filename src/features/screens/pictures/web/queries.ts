import { queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import type { listPictures } from '../contract.ts';

export const picturesQuery = queryOptions({
  queryKey: ['pictures'],
  queryFn: ({ signal }) => request<typeof listPictures>('GET /api/pictures', { signal }),
});
