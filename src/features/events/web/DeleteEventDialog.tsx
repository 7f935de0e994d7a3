import { useMutation, useQueryClient } from '@tanstack/react-query';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { counted } from '#platform/numbers.ts';
import { undoUntil } from '#platform/undo.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { nowIso } from '#platform/web/clock.tsx';
import { NoConnection } from '#platform/web/connection.ts';
import { AskDialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent } from '../contract.ts';
import { deletedEventsQuery, deleteEventMutation, eventsQuery } from './state.ts';

type DeleteEventDialogProps = { event: FestivalEvent; onDeleted: (id: string) => void; onClose: () => void };

/** Asks for confirmation, then deletes. */
export function DeleteEventDialog({ event, onDeleted, onClose }: DeleteEventDialogProps) {
  const client = useQueryClient();
  const { close, showFailure } = useDialogWrite(event.title, onClose);
  const { mutateAsync, isPending, error } = useMutation({
    ...deleteEventMutation,
    onSuccess: () => {
      showToast({ title: 'Event deleted', description: event.title });
      // Its row must not be away until the list of deleted events has loaded.
      const deleted = { ...event, undoUntil: undoUntil(nowIso()) };
      client.setQueryData(deletedEventsQuery.queryKey, (others = []) => [...others, deleted]);
      onDeleted(event.id);
      close();
    },
    onError: (failed) => {
      if (isLocked(failed)) return;
      showFailure(failed, 'Failed to delete event.');
      if (!(failed instanceof NoConnection)) void client.invalidateQueries(eventsQuery);
    },
  });
  return (
    <AskDialog
      title="Delete Event"
      description={`Are you sure you want to delete "${event.title}"? This will also delete all RSVPs and matches.`}
      yes={isPending ? 'Deleting...' : 'Delete'}
      disabledReason={isPending ? 'The event is being deleted.' : undefined}
      onYes={() => guarded(() => mutateAsync(event.id))}
      onClose={onClose}
    >
      {event.currentRegistrations > 0 && (
        <p>{counted(event.currentRegistrations, 'person is', 'people are')} registered.</p>
      )}
      <p role="alert" className="font-semibold text-coral empty:hidden">
        {error !== null && !isLocked(error) && sentenceOf(error, 'The event could not be deleted.')}
      </p>
    </AskDialog>
  );
}
