import { useMutation } from '@tanstack/react-query';
import { useUnsentPlaces } from '#features/rsvps/web/unsent/place-writes.ts';
import { type GivenEvent, giveUpLater } from '#features/rsvps/web/unsent/send-later.ts';
import { UnsentControl } from '#features/rsvps/web/unsent/UnsentControl.tsx';
import { sentenceOf } from '#platform/web/api.ts';
import { NoConnection } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { WaitingEntry } from '../contract.ts';
import { leaveMutation, useMyEntries } from './queries.ts';

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
  const group = useMyEntries().filter(({ groupId }) => groupId !== null && groupId === entry.groupId);
  const unsent = useUnsentPlaces().unsent.find(({ body }) => body.placeId === id);
  const { mutate, isPending } = useMutation({
    ...leaveMutation,
    onSuccess: (_, { group }) => {
      const description = `${group ? 'Your group' : playerName} no longer waits for ${title}.`;
      showToast({ title: 'Waiting list left', description });
      onLeft?.();
    },
    onError: async (error, { group }) => {
      if (!(error instanceof NoConnection) || group) return void showError(sentenceOf(error, FAILED));
      if (await giveUpLater('leave', entry, event, error)) onLeft?.();
    },
  });
  if (unsent !== undefined) return <UnsentControl write={unsent} />;
  const disabledReason = isPending ? 'You are leaving the waiting list.' : undefined;
  return (
    <span className="no-print flex flex-wrap gap-2">
      <Button
        tone="ghost"
        aria-label={`Leave waiting list: ${playerName}, ${title}`}
        onClick={() => mutate({ id })}
        disabledReason={disabledReason}
      >
        {isPending ? 'Leaving...' : 'Leave waiting list'}
      </Button>
      {group.length > 1 && group[0]?.id === id && (
        <Button
          tone="ghost"
          aria-label={`All leave the waiting list: ${title}`}
          onClick={() => mutate({ id, group: 'whole' })}
          disabledReason={disabledReason}
        >
          All leave
        </Button>
      )}
    </span>
  );
}
