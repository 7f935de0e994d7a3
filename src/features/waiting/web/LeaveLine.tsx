import { useMutation } from '@tanstack/react-query';
import type { FestivalEvent } from '#features/events/contract.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { WaitingEntry } from '../contract.ts';
import { leaveMutation } from './queries.ts';

type LeaveLineProps = {
  entry: WaitingEntry;
  event: Pick<FestivalEvent, 'title'>;
  /** Called when the entry is gone, together with the focused button. */
  onLeft?: () => void;
};

/** Leaves a waiting list at once, without asking. */
export function LeaveLine({ entry: { id, playerName }, event: { title }, onLeft }: LeaveLineProps) {
  const { mutate, isPending } = useMutation({
    ...leaveMutation,
    onSuccess: () => {
      showToast({ title: 'Waiting list left', description: `${playerName} no longer waits for ${title}.` });
      onLeft?.();
    },
    onError: (error) => showError(sentenceOf(error, 'Failed to leave the waiting list. Please try again.')),
  });
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
