import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { UNDO_REFRESH } from '#platform/undo.ts';
import { request } from '#platform/web/api.ts';
import type { Festival, FestivalFacts, MissionCategory, readFacts, readFestival } from '../contract.ts';

type Fetching = { signal: AbortSignal };
const fetchFestival = ({ signal }: Fetching): Promise<Festival> =>
  request<typeof readFestival>('GET /api/festival', { signal });

export const festivalQuery = queryOptions({
  queryKey: ['festival'],
  queryFn: (fetching): Promise<FestivalFacts> => fetchFestival(fetching),
});

export const faqQuery = queryOptions({
  queryKey: ['festival', 'faq'],
  queryFn: async (fetching): Promise<Festival['faq']> => (await fetchFestival(fetching)).faq,
});

export const missionsQuery = queryOptions({
  queryKey: ['festival', 'missions'],
  queryFn: async (fetching): Promise<MissionCategory[]> => (await fetchFestival(fetching)).missions,
});

/** The festival's facts. They arrive with the page, so this does not suspend. */
export const useFestival = (): FestivalFacts => useSuspenseQuery(festivalQuery).data;

/** What organisers edit. */
export const factsDeskQuery = queryOptions({
  queryKey: ['festival', 'desk'],
  queryFn: ({ signal }) => request<typeof readFacts>('GET /api/admin/festival', { signal }),
  refetchInterval: ({ state }) => (state.data?.undoUntil ? UNDO_REFRESH : false),
});
