import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '#features/access/web/act.tsx';
import { isLocked } from '#features/access/web/state.ts';
import { counted } from '#platform/numbers.ts';
import { undoUntil } from '#platform/undo.ts';
import { request, sentenceOf } from '#platform/web/api.ts';
import { nowIso } from '#platform/web/clock.tsx';
import { NoConnection } from '#platform/web/connection.ts';
import { AskDialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { deleteEvent, FestivalEvent } from '../contract.ts';
import { deletedEventsQuery, eventsQuery } from './state.ts';

type DeleteEventDialogProps = { event: FestivalEvent; onDeleted: (id: string) => void; onClose: () => void };

/** Asks for confirmation, then deletes. */
export function DeleteEventDialog({ event, onDeleted, onClose }: DeleteEventDialogProps) {
  const client = useQueryClient();
  const { close, showFailure } = useDialogWrite(event.title, onClose);
  const { id } = event;
  const remove = useAct(() => request<typeof deleteEvent>('DELETE /api/events/{id}', { params: { id } }), {
    fails: '',
    inForm: true,
    busy: 'The event is being deleted.',
    done: () => {
      showToast({ title: 'Event deleted', description: event.title });
      // Its row must not be away until the list of deleted events has loaded.
      const deleted = { ...event, undoUntil: undoUntil(nowIso()) };
      client.setQueryData(deletedEventsQuery.queryKey, (others = []) => [...others, deleted]);
      onDeleted(id);
      close();
    },
    failed: (failure) => {
      showFailure(failure, 'Failed to delete event.');
      if (!(failure instanceof NoConnection)) void client.invalidateQueries(eventsQuery);
    },
  });
  return (
    <AskDialog
      title="Delete Event"
      description={`Are you sure you want to delete "${event.title}"? This will also delete all RSVPs and matches.`}
      yes={remove.isBusy ? 'Deleting...' : 'Delete'}
      disabledReason={remove.busy}
      onYes={remove.run}
      onClose={onClose}
    >
      {event.currentRegistrations > 0 && (
        <p>{counted(event.currentRegistrations, 'person is', 'people are')} registered.</p>
      )}
      <p role="alert" className="font-semibold text-coral empty:hidden">
        {remove.error !== null &&
          !isLocked(remove.error) &&
          sentenceOf(remove.error, 'The event could not be deleted.')}
      </p>
    </AskDialog>
  );
}
