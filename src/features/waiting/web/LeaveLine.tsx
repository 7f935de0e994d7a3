import { useMutation } from '@tanstack/react-query';
import { useUnsentPlaces } from '#features/rsvps/web/unsent/place-writes.ts';
import { type GivenEvent, giveUpLater } from '#features/rsvps/web/unsent/send-later.ts';
import { UnsentControl } from '#features/rsvps/web/unsent/UnsentControl.tsx';
import { sentenceOf } from '#platform/web/api.ts';
import { NoConnection } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { WaitingEntry } from '../contract.ts';
import { leaveMutation } from './queries.ts';

type LeaveLineProps = {
  entry: WaitingEntry;
  event: GivenEvent;
  /** Called when the focused button goes, with the entry or until there is a connection. */
  onLeft?: () => void;
};

const FAILED = 'Failed to leave the waiting list. Please try again.';

/** Leaves a waiting list at once, without asking. */
export function LeaveLine({ entry, event, onLeft }: LeaveLineProps) {
  const { id, playerName } = entry;
  const { title } = event;
  const unsent = useUnsentPlaces().unsent.find(({ body }) => body.placeId === id);
  const { mutate, isPending } = useMutation({
    ...leaveMutation,
    onSuccess: () => {
      showToast({ title: 'Waiting list left', description: `${playerName} no longer waits for ${title}.` });
      onLeft?.();
    },
    onError: async (error) => {
      if (!(error instanceof NoConnection)) return void showError(sentenceOf(error, FAILED));
      if (await giveUpLater('leave', entry, event, error)) onLeft?.();
    },
  });
  if (unsent !== undefined) return <UnsentControl write={unsent} />;
  return (
    <Button
      tone="ghost"
      className="no-print"
      aria-label={`Leave waiting list: ${playerName}, ${title}`}
      onClick={() => mutate(id)}
      disabledReason={isPending ? 'You are leaving the waiting list.' : undefined}
    >
      {isPending ? 'Leaving...' : 'Leave waiting list'}
    </Button>
  );
}
