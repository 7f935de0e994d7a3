import { useQueryClient } from '@tanstack/react-query';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { focusAncestorOnUnmount } from '#platform/web/focus-main.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent } from '../../contract.ts';
import { deletedEventsQuery, eventsQuery, restoreEventMutation } from '../queries.ts';

/** Stands where the row of a deleted event was, for as long as the deletion can be undone. */
export function DeletedEvent({ event, justDeleted }: { event: FestivalEvent; justDeleted: boolean }) {
  const client = useQueryClient();
  const showRestored = () => {
    showToast({ title: 'Event restored', description: event.title });
    void client.invalidateQueries(eventsQuery);
  };
  return (
    <div ref={focusAncestorOnUnmount} className="pb-3">
      <Card as="article" className="grid gap-3 border-dashed p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="grid min-w-0 gap-1">
          <h3 className="text-lg leading-tight font-semibold [overflow-wrap:anywhere]">
            <del>{event.title}</del>
          </h3>
          <p className="text-[0.9375rem] text-mute">
            Deleted. For a minute you can undo this; its RSVPs and matches come back with it.
          </p>
        </div>
        <UndoOffer
          mutation={restoreEventMutation}
          of={event.id}
          label={`Undo: bring back ${event.title}`}
          justDone={justDeleted}
          onUndone={showRestored}
          onFailed={() => void client.invalidateQueries(deletedEventsQuery)}
        />
      </Card>
    </div>
  );
}
