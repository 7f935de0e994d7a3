import { mutationOptions, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { UNDO_REFRESH } from '#platform/undo.ts';
import { call } from '#platform/web/api.ts';
import type {
  Festival,
  FestivalFacts,
  MissionCategory,
  readFacts,
  readFestival,
  saveFacts,
  undoFacts,
  useFile,
} from '../contract.ts';
import type { TypedFacts } from './parts/facts-form.ts';

type Fetching = { signal: AbortSignal };
const fetchFestival = ({ signal }: Fetching): Promise<Festival> =>
  call<typeof readFestival>('GET /api/festival', { signal });

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
  queryFn: ({ signal }) => call<typeof readFacts>('GET /api/admin/festival', { signal }),
  refetchInterval: ({ state }) => (state.data?.undoUntil ? UNDO_REFRESH : false),
});

export const saveFactsMutation = mutationOptions({
  mutationFn: (body: { facts: TypedFacts; expectedRevision: number }) =>
    call<typeof saveFacts>('PUT /api/admin/festival', { body }),
});

export const dropFactsMutation = mutationOptions({
  mutationFn: (expectedRevision: number) =>
    call<typeof useFile>('POST /api/admin/festival/use-file', { body: { expectedRevision } }),
});

export const undoFactsMutation = mutationOptions({
  mutationFn: (expectedRevision: number) =>
    call<typeof undoFacts>('POST /api/admin/festival/undo', { body: { expectedRevision } }),
});
