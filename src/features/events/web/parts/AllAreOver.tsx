import { useMutation } from '@tanstack/react-query';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { counted } from '#platform/numbers.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent } from '../../contract.ts';
import { changeStatusMutation } from '../queries.ts';

/** Completes events of an earlier day one after the other; what was never started is started first. */
export function AllAreOver({ events }: { events: readonly FestivalEvent[] }) {
  const change = useMutation(changeStatusMutation);
  const all = useMutation({
    mutationFn: async () => {
      for (const { id, status, tournamentType } of events) {
        if (status === 'upcoming') await change.mutateAsync({ id, status: 'in-progress' });
        await change.mutateAsync({
          id,
          status: 'completed',
          ...(tournamentType === null ? {} : { onlyDecided: true }),
        });
      }
    },
    onSuccess: () => showToast({ title: 'Events Completed', description: counted(events.length, 'event', 'events') }),
    onError: (error) => isLocked(error) || showError(sentenceOf(error, 'That didn’t work. Please try again.')),
  });
  return (
    <Button
      tone="sea"
      onClick={() => guarded(() => all.mutateAsync())}
      disabledReason={all.isPending ? 'They are being completed.' : undefined}
    >
      All are over
    </Button>
  );
}
