import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { adminRefused, useAdminMode } from '#features/access/web/state.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { focusMain } from '#platform/web/focus-main.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { ListedGame } from '../contract.ts';
import { bringBack, gamesQuery, markMine, removeGameMutation } from './queries.ts';

/** Removes without confirmation; the toast offers Undo. */
export function RemoveGame({ game, mine }: { game: ListedGame; mine: boolean }) {
  const client = useQueryClient();
  const { on: admin } = useAdminMode();
  const { mutate, isPending } = useMutation({
    ...removeGameMutation,
    onSuccess: () => {
      // The focused button disappears with its card, so the focus moves to the page.
      focusMain();
      client.setQueryData(gamesQuery.queryKey, (games) => games?.filter(({ id }) => id !== game.id));
      offerUndo(client, game);
    },
    onError: (error) => {
      // The admin session has ended: this is now somebody else's game.
      if (admin && !mine && error instanceof ApiError && [401, 403].includes(error.status)) adminRefused();
      showError(sentenceOf(error, 'Failed to remove game. Please try again.'));
      refresh(client, error);
    },
  });
  return (
    <Button
      tone="ghost"
      className="shrink-0"
      aria-label={`Remove ${game.name}`}
      onClick={() => mutate(game)}
      disabledReason={isPending ? 'The game is being removed.' : undefined}
    >
      Remove
    </Button>
  );
}

/** Already removed, for example on another phone: refetch the list. */
const refresh = (client: QueryClient, error: Error) => {
  if (error instanceof ApiError && error.status === 404) void client.invalidateQueries(gamesQuery);
};

const offerUndo = (client: QueryClient, game: ListedGame) =>
  showToast({
    title: 'Game Removed',
    description: `${game.name} is off the list.`,
    duration: 5_000,
    action: {
      label: 'Undo',
      altText: `Put ${game.name} back on the list`,
      onPress: () => void undo(client, game),
    },
  });

async function undo(client: QueryClient, game: ListedGame) {
  try {
    markMine(client, await bringBack(game));
    showToast({ title: 'Game restored', description: `${game.name} is on the list again.` });
  } catch (error) {
    showError(sentenceOf(error, 'Failed to bring the game back. Please add it again.'));
    // Perhaps only the answer was lost.
    void client.invalidateQueries(gamesQuery);
  }
}
