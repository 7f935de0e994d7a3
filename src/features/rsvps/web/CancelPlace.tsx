import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { NoConnection, useConnected } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Rsvp } from '../contract.ts';
import { KeptControl } from './kept/KeptControl.tsx';
import { type GivenEvent, keepGiving, prepareToKeep } from './kept/keep-for-later.ts';
import { NO_CONNECTION } from './kept/place-writes.ts';
import { cancelMutation } from './queries.ts';
import { useKept } from './state.ts';

type CancelPlaceProps = {
  rsvp: Rsvp;
  event: GivenEvent & Pick<FestivalEvent, 'bracketDrawn' | 'waiting'>;
  /** Called when the focused button goes, with the place or until there is a connection. */
  onCancelled?: () => void;
};

const FAILED = 'Failed to cancel your place. Please try again.';

const nextFor = ({ waiting }: Pick<FestivalEvent, 'waiting'>): string =>
  waiting > 0 ? 'The first person on the waiting list gets it at once.' : 'Someone else can take it at once.';

/** Cancels a place after a confirmation in the same spot. */
export function CancelPlace({ rsvp, event, onCancelled }: CancelPlaceProps) {
  const { title } = event;
  const [confirming, setConfirming] = useState(false);
  const isConnected = useConnected();
  const keep = useRef<HTMLButtonElement>(null);
  const kept = useKept().waiting.find(({ body }) => body.placeId === rsvp.id);
  const { mutate, isPending } = useMutation({
    ...cancelMutation,
    onSuccess: () => {
      const description = `${rsvp.playerName} no longer has a place in ${title}.`;
      showToast({ title: 'Place cancelled', description });
      onCancelled?.();
    },
    onError: async (error) => {
      setConfirming(false);
      if (!(error instanceof NoConnection)) return void showError(sentenceOf(error, FAILED));
      if (await keepGiving('cancel', rsvp, event, error)) onCancelled?.();
    },
  });
  useEffect(() => {
    if (!confirming) return;
    keep.current?.focus();
    prepareToKeep();
  }, [confirming]);

  if (kept !== undefined) return <KeptControl write={kept} />;
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
    <fieldset className="no-print grid w-full min-w-0 grid-cols-2 gap-2.5 sm:flex sm:w-auto sm:flex-wrap sm:items-center">
      <legend className="mb-2 font-semibold [overflow-wrap:anywhere]">
        Give up {rsvp.playerName}’s place?{' '}
        {event.bracketDrawn &&
          `The bracket is drawn already: if ${rsvp.playerName} is in it, tell event staff too, or the next match waits. `}
        {isConnected ? !event.bracketDrawn && nextFor(event) : `${NO_CONNECTION}.`}
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
