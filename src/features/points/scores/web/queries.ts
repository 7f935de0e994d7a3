import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { bulkScores, listUploaded, listUploads, NewScore, setScore } from '../contract.ts';
import type { TopScores } from '../rules/standings.ts';

/**
 * The best users that came with the server's page. The page fetches the whole list after hydration. This query is never
 * fetched, and no topic touches it.
 */
export const topScoresQuery = queryOptions<TopScores>({ queryKey: ['top scores'], queryFn: skipToken });

export const seedTopScores = (client: QueryClient, top: TopScores): void =>
  void client.setQueryData(topScoresQuery.queryKey, top);

export const setScoreMutation = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string } & NewScore) =>
    call<typeof setScore>('PATCH /api/users/{id}/score', { params: { id }, body }),
});

type Upload = Parameters<typeof call<typeof bulkScores>>[1]['body'];

export const bulkScoresMutation = mutationOptions({
  mutationFn: (body: Upload) => call<typeof bulkScores>('POST /api/users/bulk-scores', { body }),
});

/** Past uploads, newest first; organisers only. */
export const uploadsQuery = queryOptions({
  queryKey: ['uploads'],
  queryFn: ({ signal }) => call<typeof listUploads>('GET /api/bulk-uploads', { signal }),
});

/** What an upload changed; organisers only. */
export const uploadedQuery = (id: string) =>
  queryOptions({
    queryKey: ['points', 'upload', id],
    queryFn: ({ signal }) => call<typeof listUploaded>('GET /api/bulk-uploads/{id}/points', { params: { id }, signal }),
  });
