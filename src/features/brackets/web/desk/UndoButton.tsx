import { useMutation, useQueryClient } from '@tanstack/react-query';
import Undo from 'lucide-react/icons/undo-2';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Match } from '../../contract.ts';
import { revisionOf } from '../parts/rounds.ts';
import { matchSentence } from '../parts/sentence.ts';
import { matchesQuery, undoResultMutation } from '../queries.ts';

type UndoButtonProps = {
  eventId: string;
  matches: readonly Match[];
  titles: ReadonlyMap<string, string>;
  /** Revision after this desk's last result, which an undo reverts. Null: undo the bracket's last entry. */
  own: number | null;
  /** Called when it was undone, or turned out to be another entry. */
  onUndone: () => void;
};

const FAILED = 'The last result could not be taken back. Please try again.';

export function UndoButton({ eventId, matches, titles, own, onUndone }: UndoButtonProps) {
  const guarded = useGuarded();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    ...undoResultMutation,
    onSuccess: (after: Match[]) => {
      // A second undo right after this one must not wait for a refetch.
      client.setQueryData(matchesQuery(eventId).queryKey, after);
      const changed = after.find((match) => isOther(match, matches));
      const description = changed && matchSentence(titles.get(changed.id) ?? changed.label, changed);
      showToast({ title: 'Result Taken Back', description });
      onUndone();
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, FAILED));
      void client.invalidateQueries(matchesQuery(eventId));
      onUndone();
    },
  });
  // A result that this desk has just cleared can be restored, even when no other exists.
  const none = own === null && !matches.some(({ status }) => status === 'done');
  const waits = isPending ? 'The last result is being taken back.' : none ? 'No result is entered yet.' : undefined;
  return (
    <Button
      onClick={() => guarded(() => mutateAsync({ eventId, expectedRevision: own ?? revisionOf(matches) }))}
      disabledReason={waits}
    >
      <Undo aria-hidden="true" />
      Undo last result
    </Button>
  );
}

const result = ({ status, winner, reason, player1Score, player2Score }: Match): string =>
  JSON.stringify([status === 'done', winner, reason, player1Score, player2Score]);

/** Returns whether the match's result has changed. Players who move because of it come later in the list. */
const isOther = (match: Match, before: readonly Match[]): boolean => {
  const was = before.find(({ id }) => id === match.id);
  return was !== undefined && result(was) !== result(match);
};
