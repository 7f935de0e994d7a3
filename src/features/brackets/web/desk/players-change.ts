import { useMutation, useQueryClient } from '@tanstack/react-query';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Match } from '../../contract.ts';
import { changePlayersMutation, matchesQuery, type PlayersChange, showWritten } from '../queries.ts';

/** A place in the event, as the staff list knows it. */
export type Place = { readonly id: string; readonly playerName: string; readonly checkedIn: boolean };

const FAILED = 'The players could not be changed. Please try again.';

/** Sends a change of the players; `toast` is shown, `onDone` runs when it succeeded. */
export function usePlayersChange(eventId: string) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    ...changePlayersMutation,
    onSuccess: (matches: Match[]) => {
      // The next change needs the new revision before the next read.
      showWritten(client, eventId, matches);
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, FAILED));
      void client.invalidateQueries(matchesQuery(eventId));
    },
  });
  const send = (change: PlayersChange, toast: { title: string; description: string }, onDone?: () => void) =>
    guarded(async () => {
      await mutateAsync({ eventId, change });
      showToast(toast);
      onDone?.();
    });
  return { send, pending: isPending };
}
