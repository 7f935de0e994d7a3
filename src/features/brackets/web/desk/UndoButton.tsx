import { useMutation, useQueryClient } from '@tanstack/react-query';
import Undo from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { guarded, isLocked, ownName } from '#features/access/web/state.ts';
import { isolated } from '#platform/isolated.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Match } from '../../contract.ts';
import { firstChangedResult, revisionOf } from '../parts/rounds.ts';
import { matchSentence } from '../parts/sentence.ts';
import { matchesQuery, showWritten, undoResultMutation } from '../queries.ts';

type UndoButtonProps = {
  eventId: string;
  matches: readonly Match[];
  titles: ReadonlyMap<string, string>;
  /** Revision after this desk's last result, which an undo reverts. Null: undo the bracket's last entry. */
  own: number | null;
  /** Called when it was undone, or is not the last one any more. */
  onUndone: () => void;
};

const FAILED = 'The last result could not be taken back. Please try again.';

export function UndoButton({ eventId, matches, titles, own, onUndone }: UndoButtonProps) {
  const client = useQueryClient();
  /**
   * Expected revision of an undo whose answer was lost. It is sent again, so that the server refuses where it has undone
   * already, unless this desk has entered a result since.
   */
  const [unanswered, setUnanswered] = useState<number | null>(null);
  const { mutateAsync, isPending } = useMutation({
    ...undoResultMutation,
    onSuccess: (after: Match[]) => {
      // A second undo right after this one must not wait for a refetch.
      showWritten(client, eventId, after);
      const changed = firstChangedResult(matches, after);
      const description = changed && matchSentence(titles.get(changed.id) ?? changed.label, changed);
      const by = ownName();
      showToast({ title: by === '' ? 'Result taken back' : `${isolated(by)} took back a result`, description });
      setUnanswered(null);
      onUndone();
    },
    onError: (error, { expectedRevision }) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, FAILED));
      void client.invalidateQueries(matchesQuery(eventId));
      setUnanswered(error instanceof ApiError ? null : expectedRevision);
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') onUndone();
    },
  });
  // A result that this desk has just cleared can be restored, even when no other exists.
  const none = own === null && !matches.some(({ status }) => status === 'done');
  const again = unanswered !== null && (own ?? 0) <= unanswered ? unanswered : null;
  const undo = () => mutateAsync({ eventId, expectedRevision: again ?? own ?? revisionOf(matches) });
  // The second click of a double click comes before the button is disabled.
  const isSending = () => client.isMutating({ mutationKey: undoResultMutation.mutationKey }) > 0;
  const waits = isPending ? 'The last result is being taken back.' : none ? 'No result is entered yet.' : undefined;
  return (
    <Button onClick={() => isSending() || guarded(undo)} disabledReason={waits}>
      <Undo aria-hidden="true" />
      Undo last result
    </Button>
  );
}
