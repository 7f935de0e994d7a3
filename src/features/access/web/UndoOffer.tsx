import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import Undo from 'lucide-react/icons/undo-2';
import { useEffect, useRef } from 'react';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import { guarded, isLocked } from './state.ts';

type UndoOfferProps<Undone, Of> = {
  mutation: UseMutationOptions<Undone, Error, Of>;
  of: Of;
  label?: string;
  /** This browser has just done it: the focus moves here. */
  justDone?: boolean;
  onUndone?: (undone: Undone) => void;
  /** It may be final, or undone by somebody else. */
  onFailed?: () => void;
};

/** The button Undo of what an organiser did, for as long as it can be undone. */
export function UndoOffer<Undone, Of>({
  mutation,
  of,
  label,
  justDone = false,
  onUndone,
  onFailed,
}: UndoOfferProps<Undone, Of>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (justDone) button.current?.focus();
  }, [justDone]);
  const { mutateAsync, isPending } = useMutation({
    ...mutation,
    onSuccess: (undone) => onUndone?.(undone),
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, 'It could not be undone. Please try again.'));
      onFailed?.();
    },
  });
  return (
    <Button
      ref={button}
      aria-label={label}
      onClick={() => guarded(() => mutateAsync(of))}
      disabledReason={isPending ? 'It is being undone.' : undefined}
    >
      <Undo aria-hidden="true" />
      Undo
    </Button>
  );
}
