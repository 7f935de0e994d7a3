import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { rememberName } from '#features/people/names/web/state.ts';
import { MINE } from '#platform/live.ts';
import { isolated } from '#platform/names.ts';
import { newIdempotencyKey, request } from '#platform/web/api.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type * as contract from '../contract.ts';
import type { MyOpenGame, OpenGame } from '../contract.ts';

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

type JoinOptions = {
  inForm: boolean | ((error: Error) => boolean);
  failed?: (error: Error) => unknown;
  done?: () => void;
};

export function useJoin({ id, game, location }: OpenGame, { done, ...options }: JoinOptions) {
  const client = useQueryClient();
  return useVisitorAct(
    (playerName: string) =>
      request<typeof contract.joinOpenGame>('POST /api/open-games/{id}/join', {
        ...{ params: { id }, body: { playerName }, idempotencyKey: newIdempotencyKey() },
      }),
    {
      fails: 'You could not join. Please try again.',
      busy: 'You are joining.',
      ...options,
      done: (answer, playerName) => {
        noteMine(client, id, answer);
        rememberName(playerName);
        showToast({ title: 'You are in', description: `${game}, ${location}, as ${isolated(playerName)}.` });
        done?.();
      },
    },
  );
}
