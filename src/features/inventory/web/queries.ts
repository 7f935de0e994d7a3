import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { addGame, Game, listGames, NewGame, removeGame, restoreGame } from '../contract.ts';

/** Every game by name, with this device's own marked. */
export const gamesQuery = queryOptions({
  queryKey: ['inventory'],
  queryFn: ({ signal }) => call<typeof listGames>('GET /api/inventory', { signal }),
});

/**
 * The list as the server's page shows it, in which nothing is `mine`. It counts as out of date, so that the page asks
 * once it is alive.
 */
export const seedGames = (client: QueryClient, games: Game[]): void => {
  client.setQueryData(gamesQuery.queryKey, games);
  void client.invalidateQueries({ queryKey: gamesQuery.queryKey, refetchType: 'none' });
};

export const addGameMutation = mutationOptions({
  mutationKey: ['inventory', 'add'],
  mutationFn: ({ idempotencyKey, ...body }: NewGame & { idempotencyKey: string }) =>
    call<typeof addGame>('POST /api/inventory', { body, idempotencyKey }),
});

export const removeGameMutation = mutationOptions({
  mutationKey: ['inventory', 'remove'],
  mutationFn: ({ id }: Game) => call<typeof removeGame>('DELETE /api/inventory/{id}', { params: { id } }),
});

/** Undo, which may be pressed on another page than the one the game was removed on. */
export const bringBack = ({ id }: Game): Promise<Game> =>
  call<typeof restoreGame>('POST /api/inventory/{id}/restore', { params: { id } });
