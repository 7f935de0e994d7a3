/** Checks people in and out. Every way to do it shows the same. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { StaffRsvp } from '../../contract.ts';
import { setCheckedInMutation, staffListQuery } from '../queries.ts';

export function useSetCheckedIn(eventId: string) {
  const client = useQueryClient();
  const guarded = useGuarded();
  const { queryKey } = staffListQuery(eventId);
  const { mutateAsync, isPending } = useMutation({
    ...setCheckedInMutation,
    onSuccess: (changed) =>
      client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === changed.id ? changed : one))),
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, 'Failed to change the check-in. Please try again.'));
      void client.invalidateQueries({ queryKey });
    },
  });
  /** `onDone` is called once the server has answered. */
  const set = ({ id, playerName }: StaffRsvp, there: boolean, onDone: () => void = () => undefined) =>
    guarded(async () => {
      await mutateAsync({ id, there });
      onDone();
      if (!there) {
        const action = {
          label: 'Undo',
          altText: `Check ${playerName} in again`,
          onPress: () => guarded(() => mutateAsync({ id, there: true })),
        };
        showToast({ title: 'Check-in undone', description: playerName, action });
      }
    });
  return { set, isPending };
}
