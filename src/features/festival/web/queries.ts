import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { Festival, readFestival } from '../contract.ts';

export const festivalQuery = queryOptions({
  queryKey: ['festival'],
  queryFn: ({ signal }) => call<typeof readFestival>('GET /api/festival', { signal }),
});

/** The festival's own facts. They arrive with the page, so this never waits in practice. */
export const useFestival = (): Festival => useSuspenseQuery(festivalQuery).data;
