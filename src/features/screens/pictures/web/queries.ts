import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { listPictures } from '../contract.ts';

export const picturesQuery = queryOptions({
  queryKey: ['pictures'],
  queryFn: ({ signal }) => call<typeof listPictures>('GET /api/pictures', { signal }),
});
