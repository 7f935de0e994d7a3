import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Rsvp } from '../contract.ts';
import { cancelMutation } from './queries.ts';

type CancelPlaceProps = {
  rsvp: Rsvp;
  event: Pick<FestivalEvent, 'title' | 'bracketDrawn' | 'waiting'>;
  /** Called when the place is gone, together with the focused button. */
  onCancelled?: () => void;
};

/** Cancels a place after a confirmation in the same spot. */
export function CancelPlace({ rsvp, event, onCancelled }: CancelPlaceProps) {
  const { title } = event;
  const [confirming, setConfirming] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useMutation({
    ...cancelMutation,
    onSuccess: () => {
      const description = `${rsvp.playerName} no longer has a place in ${title}.`;
      showToast({ title: 'Place cancelled', description });
      onCancelled?.();
    },
    onError: (error) => {
      setConfirming(false);
      showError(sentenceOf(error, 'Failed to cancel your place. Please try again.'));
    },
  });
  useEffect(() => {
    if (confirming) keep.current?.focus();
  }, [confirming]);

  if (!confirming) {
    return (
      <Button
        tone="ghost"
        className="no-print"
        onClick={() => setConfirming(true)}
        aria-label={`Cancel my place: ${rsvp.playerName}, ${title}`}
      >
        Cancel my place
      </Button>
    );
  }
  return (
    <fieldset className="no-print flex min-w-0 flex-wrap items-center gap-2.5">
      <legend className="mb-2 font-semibold [overflow-wrap:anywhere]">
        Give up {rsvp.playerName}’s place?{' '}
        {event.bracketDrawn
          ? `The bracket is drawn already: if ${rsvp.playerName} is in it, tell event staff too, or the next match waits.`
          : event.waiting > 0
            ? 'The first person on the waiting list gets it at once.'
            : 'Someone else can take it at once.'}
      </legend>
      <Button ref={keep} onClick={() => setConfirming(false)}>
        Keep my place
      </Button>
      <Button
        tone="danger"
        onClick={() => mutate(rsvp.id)}
        disabledReason={isPending ? 'Your place is being cancelled.' : undefined}
      >
        {isPending ? 'Cancelling...' : 'Yes, cancel it'}
      </Button>
    </fieldset>
  );
}
