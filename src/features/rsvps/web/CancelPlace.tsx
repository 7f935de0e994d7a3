import { useMutation } from '@tanstack/react-query';
import type { FestivalEvent } from '#features/events/contract.ts';
import { type Clocked, isOver } from '#features/events/rules/clock.ts';
import { isolated } from '#platform/names.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { NoConnection, useConnected } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Rsvp } from '../contract.ts';
import { cancelMutation } from './queries.ts';
import {
  type GivenEvent,
  giveUpLater,
  NO_CONNECTION,
  prepareToSendLater,
  useUnsentPlaces,
} from './unsent/place-writes.ts';
import { UnsentControl } from './unsent/UnsentControl.tsx';

type CancelPlaceProps = {
  rsvp: Rsvp;
  /** Whether this device has places of several people. */
  named?: boolean;
  event: GivenEvent & Clocked & Pick<FestivalEvent, 'bracketDrawn' | 'waiting'>;
  /** Called when the focused button goes, with the place or until there is a connection. */
  onCancelled?: () => void;
};

const FAILED = 'Failed to cancel your place. Please try again.';

const nextFor = ({ waiting }: Pick<FestivalEvent, 'waiting'>): string =>
  waiting > 0 ? 'The first person on the waiting list gets it at once.' : 'Someone else can take it at once.';

/** Cancels a place after a confirmation in the same spot, until its event is over. */
export function CancelPlace({ rsvp, named = false, event, onCancelled }: CancelPlaceProps) {
  const { title } = event;
  const confirm = useConfirm();
  const now = useNow();
  const isConnected = useConnected();
  const unsent = useUnsentPlaces().unsent.find(({ body }) => body.placeId === rsvp.id);
  const { mutate, isPending } = useMutation({
    ...cancelMutation,
    onSuccess: () => {
      const description = `${rsvp.playerName} no longer has a place in ${title}.`;
      showToast({ title: 'Place cancelled', description });
      onCancelled?.();
    },
    onError: async (error) => {
      confirm.close();
      if (!(error instanceof NoConnection)) return void showError(sentenceOf(error, FAILED));
      if (await giveUpLater('cancel', rsvp, event, error)) onCancelled?.();
    },
  });
  const ask = () => {
    prepareToSendLater();
    confirm.ask();
  };

  const words = named ? `Cancel ${isolated(rsvp.playerName)}’s place` : 'Cancel my place';
  if (unsent !== undefined) return <UnsentControl write={unsent} />;
  if (isOver(event, now)) return null;
  if (!confirm.isAsking) {
    return (
      <Button
        ref={confirm.opener}
        tone="ghost"
        className="no-print max-sm:min-w-0 max-sm:flex-1 [overflow-wrap:anywhere]"
        onClick={ask}
        aria-label={`${words}: ${named ? title : `${rsvp.playerName}, ${title}`}`}
      >
        {words}
      </Button>
    );
  }
  return (
    <Confirm
      state={confirm}
      className="no-print w-full sm:w-auto"
      question={`Give up ${rsvp.playerName}’s place?`}
      no="Keep my place"
      yes={isPending ? 'Cancelling...' : 'Yes, cancel it'}
      onYes={() => mutate(rsvp.id)}
      disabledReason={isPending ? 'Your place is being cancelled.' : undefined}
    >
      {event.bracketDrawn &&
        `The bracket is drawn already: if ${rsvp.playerName} is in it, tell event staff too, or the next match waits. `}
      {isConnected ? !event.bracketDrawn && nextFor(event) : `${NO_CONNECTION}.`}
    </Confirm>
  );
}
