import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { eventsQuery } from '#features/events/web/queries.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Match } from '../../contract.ts';
import { matchSentence } from '../parts/sentence.ts';
import { changeResultMutation, matchesQuery, type ResultChange } from '../queries.ts';

const FAILED = 'Failed to update score. Please try again.';

type Outcome = ResultChange['outcome'];

const actOf = ({ kind }: Outcome) => (kind === 'clear' ? 'clear' : 'save');

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

/**
 * Saves what an organiser decides about a match. `shown` is the match as it was opened, until the server says that it is
 * another one by now; then it is the present one, and what is saved next is meant for that.
 */
export function useResultChange(match: Match, title: string, onSaved: (match: Match) => void) {
  const guarded = useGuarded();
  const client = useQueryClient();
  const [seen, setSeen] = useState<Match | null>(match);
  const shown = seen ?? match;
  /** What was refused because later results depend on it, and their matches' ids; the same once more clears them. */
  const [refused, setRefused] = useState<{ act: 'save' | 'clear'; ids: readonly string[] } | null>(null);
  const { mutateAsync, isPending, error, reset } = useMutation({
    ...changeResultMutation,
    onSuccess: (saved: Match) => {
      showToast({ title: 'Score Saved', description: matchSentence(title, saved) });
      onSaved(saved);
    },
    onError: (failed, { outcome }) => {
      if (isLocked(failed)) return;
      if (failed instanceof ApiError && failed.code === 'RESULT_USED') {
        return setRefused({ act: actOf(outcome), ids: failed.clears });
      }
      showError(FAILED);
      setRefused(null);
      if (codeOf(failed) === undefined) return;
      // Whatever the reason, what is on screen may be old.
      void client.invalidateQueries(matchesQuery(match.eventId));
      if (codeOf(failed) === 'CHANGED_MEANWHILE') setSeen(null);
      // With its whole event, perhaps: then the desk closes, and the list says so.
      if (codeOf(failed) === 'NOT_FOUND') void client.invalidateQueries(eventsQuery);
    },
  });
  const save = (outcome: Outcome) => {
    const cascade = refused?.act === actOf(outcome);
    guarded(() => mutateAsync({ id: match.id, outcome, cascade, expectedRevision: shown.revision }));
  };
  return {
    shown,
    told: error === null || isLocked(error) ? '' : sentenceOf(error, FAILED),
    field: error instanceof ApiError ? error.field : undefined,
    refused,
    pending: isPending,
    save,
    /** Something else is typed: what was told before is about something else. */
    rethink: () => {
      setRefused(null);
      reset();
    },
  };
}
