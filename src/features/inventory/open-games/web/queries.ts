import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import type * as contract from '../contract.ts';
import type { MyOpenGame } from '../contract.ts';

/** The same for everybody, so the server caches it; what is over meanwhile is left out by the clock. */
export const openGamesQuery = queryOptions({
  queryKey: ['open-games'],
  queryFn: ({ signal }) => request<typeof contract.listOpenGames>('GET /api/open-games', { signal }),
});

export const myOpenGamesQuery = queryOptions({
  queryKey: ['open-games', 'my'],
  queryFn: ({ signal }) => request<typeof contract.listMyOpenGames>('GET /api/open-games/my', { signal }),
  meta: { topic: MINE },
});

/** At once, before the stream says so. `game` is null when this device is out of it. */
export const noteMine = (client: QueryClient, id: string, game: MyOpenGame | null): void => {
  client.setQueryData(myOpenGamesQuery.queryKey, (before = []) => [
    ...before.filter((own) => own.id !== id),
    ...(game === null ? [] : [game]),
  ]);
};
