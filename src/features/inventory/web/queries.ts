import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '#platform/web/api.ts';
import type * as contract from '../contract.ts';
import type { FirstGames } from '../rules.ts';

/** Every game by name. The same for everybody, so the server caches it. */
export const gamesQuery = queryOptions({
  queryKey: ['inventory', 'list'],
  queryFn: ({ signal }) => request<typeof contract.listGames>('GET /api/inventory', { signal }),
});

/** Ids of the games this device added. */
export const myGamesQuery = queryOptions({
  queryKey: ['inventory', 'mine'],
  queryFn: ({ signal }) => request<typeof contract.listMyGames>('GET /api/inventory/mine', { signal }),
});

/** The first games, which come with the server's page. This query is never fetched, and no topic touches it. */
const firstGamesQuery = queryOptions<contract.ListedGame[]>({ queryKey: ['first games'], queryFn: skipToken });

/** A page with the whole list needs no request for it. */
export const seedGames = (client: QueryClient, { games, count }: FirstGames): void => {
  const query = games.length === count ? gamesQuery : firstGamesQuery;
  client.setQueryData(query.queryKey, games);
};

/** Who has which game, for staff. */
export const loansQuery = queryOptions({
  queryKey: ['inventory', 'loans'],
  queryFn: ({ signal }) => request<typeof contract.listLoans>('GET /api/inventory/loans', { signal }),
});

const NONE: readonly string[] = [];

/** The games, the ids of this device's own, and whether the list could not be loaded. */
export function useGames() {
  const { data: first } = useQuery(firstGamesQuery);
  const all = useQuery(gamesQuery);
  const { data: ids = NONE } = useQuery(myGamesQuery);
  return {
    games: all.data ?? first,
    mine: useMemo(() => new Set(ids), [ids]),
    failed: all.isError && all.data === undefined,
    retry: () => void all.refetch(),
  };
}

/** Marks a game as this device's own; the list may arrive before the fetched ids. */
export const markMine = (client: QueryClient, { id, mine }: contract.Game): void => {
  if (mine) client.setQueryData(myGamesQuery.queryKey, (ids = []) => [...new Set([...ids, id])]);
};

/** Undo; may be pressed on another page than the removal. */
export const bringBack = ({ id }: contract.ListedGame): Promise<contract.Game> =>
  request<typeof contract.restoreGame>('POST /api/inventory/{id}/restore', { params: { id } });
