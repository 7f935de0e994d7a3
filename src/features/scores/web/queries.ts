import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { bulkScores, listUploads, setScore } from '../contract.ts';
import type { TopScores } from '../rules.ts';

/**
 * What the server's page was drawn from. The page does not hold thousands of users: it asks for the whole list once it is
 * alive. Nothing can fetch this alone, and no topic touches it.
 */
export const topScoresQuery = queryOptions<TopScores>({ queryKey: ['top scores'], queryFn: skipToken });

export const seedTopScores = (client: QueryClient, top: TopScores): void =>
  void client.setQueryData(topScoresQuery.queryKey, top);

export const setScoreMutation = mutationOptions({
  mutationKey: ['scores', 'set'],
  mutationFn: ({ id, score }: { id: string; score: number }) =>
    call<typeof setScore>('PATCH /api/users/{id}/score', { params: { id }, body: { score } }),
});

type Upload = Parameters<typeof call<typeof bulkScores>>[1]['body'];

export const bulkScoresMutation = mutationOptions({
  mutationKey: ['scores', 'upload'],
  mutationFn: (body: Upload) => call<typeof bulkScores>('POST /api/users/bulk-scores', { body }),
});

/** Past uploads, newest first; only an admin session may read them. */
export const uploadsQuery = queryOptions({
  queryKey: ['uploads'],
  queryFn: ({ signal }) => call<typeof listUploads>('GET /api/bulk-uploads', { signal }),
});
