import { useMutation, useQueryClient } from '@tanstack/react-query';
import Undo from 'lucide-react/icons/undo-2';
import { useEffect, useRef } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { focusMain } from '#platform/web/focus-main.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Amendment } from '../contract.ts';
import { effectWords, undoneSentence } from '../rules/words.ts';
import { amendmentsQuery, undoMutation } from './queries.ts';

type AmendedPlaceProps = {
  amendment: Amendment;
  /** This browser has just made it: the focus moves to its Undo. */
  justMade: boolean;
};

/** Stands where the row of a place was, for as long as the change can be undone. */
export function AmendedPlace({ amendment, justMade }: AmendedPlaceProps) {
  const guarded = useGuarded();
  const client = useQueryClient();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (justMade) undo.current?.focus();
  }, [justMade]);
  const { queryKey } = amendmentsQuery(amendment.eventId);
  const { mutateAsync, isPending } = useMutation({
    ...undoMutation,
    onSuccess: (undone) => {
      showToast({ title: 'Undone', description: undoneSentence(amendment, undone) });
      client.setQueryData(queryKey, (others) => others?.filter(({ id }) => id !== amendment.id));
      focusMain();
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, 'It could not be undone. Please try again.'));
      void client.invalidateQueries({ queryKey });
    },
  });
  const { playerName } = amendment;
  return (
    <div className="pb-2">
      <div className="flex min-h-15 items-center gap-3 rounded-xl border border-dashed border-edge py-1.5 pr-1.5 pl-3.5">
        <p className="grid min-w-0 flex-1">
          <del className="text-mute [overflow-wrap:anywhere]">{playerName}</del>
          <span className="text-sm font-semibold [overflow-wrap:anywhere]">{effectWords(amendment)}</span>
        </p>
        <Button
          ref={undo}
          aria-label={`Undo: ${playerName}`}
          onClick={() => guarded(() => mutateAsync(amendment.id))}
          disabledReason={isPending ? 'It is being undone.' : undefined}
        >
          <Undo aria-hidden="true" />
          Undo
        </Button>
      </div>
    </div>
  );
}
