/** Checks people in and out. Every way to do it shows the same. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { guarded, isLocked } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { now } from '#platform/web/clock.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { StaffRsvp } from '../../contract.ts';
import { failureOf, isWaiting, tapAtDoor } from '../door/taps.ts';
import { staffListQuery } from '../queries.ts';

export function useSetCheckedIn({ id: eventId, title }: Pick<FestivalEvent, 'id' | 'title'>) {
  const client = useQueryClient();
  const { queryKey } = staffListQuery(eventId);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: tapAtDoor,
    onSuccess: (changed) => {
      if (changed === null) return;
      client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === changed.id ? changed : one)));
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showError(failureOf(error, 'Failed to change the check-in. Please try again.'));
      void client.invalidateQueries({ queryKey });
    },
  });
  /** `onDone` is called once the server has answered, or the tap waits for a network (`waits`). */
  const set = ({ id, playerName }: StaffRsvp, there: boolean, onDone: (waits: boolean) => void = () => undefined) =>
    guarded(async () => {
      const tap = (checksIn: boolean) =>
        mutateAsync({ eventId, title, placeId: id, playerName, checksIn, tappedAt: now() });
      // Without an answer it waits, or it took back one that waited.
      const waits = (await tap(there)) === null && isWaiting(id);
      onDone(waits);
      if (!there) {
        const action = {
          label: 'Undo',
          altText: `Check ${playerName} in again`,
          onPress: () => guarded(() => tap(true)),
        };
        showToast({ title: waits ? 'Undo waiting to send' : 'Check-in undone', description: playerName, action });
      }
    });
  return { set, isPending };
}
