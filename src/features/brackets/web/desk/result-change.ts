import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureWords, guarded, isLocked } from '#features/access/web/state.ts';
import { eventsQuery } from '#features/events/web/queries.ts';
import { ApiError } from '#platform/web/api.ts';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Match } from '../../contract.ts';
import { matchSentence } from '../parts/sentence.ts';
import { changeResultMutation, matchesQuery, type ResultChange } from '../queries.ts';

const FAILED = 'Failed to update score. Please try again.';

type Outcome = ResultChange['outcome'];

const actOf = ({ kind }: Outcome) => (kind === 'clear' ? 'clear' : 'save');

/**
 * Saves an organiser's decision about a match. `shown` is the match as opened; after a conflict it is the present one,
 * and the next save uses its revision.
 */
export function useResultChange(
  match: Match,
  title: string,
  { onSaved, onClose }: { onSaved: (match: Match) => void; onClose: () => void },
) {
  const client = useQueryClient();
  const { close, showErrorIfClosed, showFailure } = useDialogWrite(title, onClose);
  const [seen, setSeen] = useState<Match | null>(match);
  const shown = seen ?? match;
  /** A refused act and the ids of the dependent matches; repeating the act clears them. */
  const [refused, setRefused] = useState<{ act: 'save' | 'clear'; ids: readonly string[] } | null>(null);
  const { mutateAsync, isPending, error, reset } = useMutation({
    ...changeResultMutation,
    onSuccess: (saved: Match) => {
      showToast({ title: 'Score saved', description: matchSentence(title, saved) });
      onSaved(saved);
      close();
    },
    onError: (failed, { outcome }) => {
      if (isLocked(failed)) return;
      if (failed instanceof ApiError && failed.code === 'RESULT_USED') {
        showErrorIfClosed(failed, FAILED);
        return setRefused({ act: actOf(outcome), ids: failed.clears });
      }
      showFailure(failed, FAILED);
      setRefused(null);
      if (!(failed instanceof ApiError) || failed.code === undefined) return;
      // Whatever the reason, the screen may be stale.
      void client.invalidateQueries(matchesQuery(match.eventId));
      if (failed.code === 'CHANGED_MEANWHILE') setSeen(null);
      // The whole event may be deleted: then the desk closes, and the list says so.
      if (failed.code === 'NOT_FOUND') void client.invalidateQueries(eventsQuery);
    },
  });
  const save = (outcome: Outcome) => {
    const cascade = refused?.act === actOf(outcome);
    guarded(() => mutateAsync({ id: match.id, outcome, cascade, expectedRevision: shown.revision }));
  };
  return {
    shown,
    message: failureWords(error, FAILED) ?? '',
    field: error instanceof ApiError ? error.field : undefined,
    refused,
    pending: isPending,
    save,
    /** The input changed, so earlier messages no longer apply. */
    rethink: () => {
      setRefused(null);
      reset();
    },
  };
}
