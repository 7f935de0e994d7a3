import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import type { listUploaded, listUploads } from '../contract.ts';
import type { TopScores } from '../rules/standings.ts';

/**
 * The best users that came with the server's page. The page fetches the whole list after hydration. This query is never
 * fetched, and no topic touches it.
 */
export const topScoresQuery = queryOptions<TopScores>({ queryKey: ['top scores'], queryFn: skipToken });

export const seedTopScores = (client: QueryClient, top: TopScores): void =>
  void client.setQueryData(topScoresQuery.queryKey, top);

/** Past uploads, newest first; organisers only. */
export const uploadsQuery = queryOptions({
  queryKey: ['uploads'],
  queryFn: ({ signal }) => request<typeof listUploads>('GET /api/bulk-uploads', { signal }),
});

/** What an upload changed; organisers only. */
export const uploadedQuery = (id: string) =>
  queryOptions({
    queryKey: ['points', 'upload', id],
    queryFn: ({ signal }) =>
      request<typeof listUploaded>('GET /api/bulk-uploads/{id}/points', { params: { id }, signal }),
  });
