import { useMutation, useQueryClient } from '@tanstack/react-query';
import Undo from 'lucide-react/icons/undo-2';
import { useEffect, useRef } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { focusAncestorOnUnmount } from '#platform/web/focus-main.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent } from '../../contract.ts';
import { deletedEventsQuery, eventsQuery, restoreEventMutation } from '../queries.ts';

type DeletedEventProps = {
  event: FestivalEvent;
  /** This browser has just deleted it: the focus moves to its Undo. */
  justDeleted: boolean;
};

/** Stands where the row of a deleted event was, for as long as the deletion can be undone. */
export function DeletedEvent({ event, justDeleted }: DeletedEventProps) {
  const guarded = useGuarded();
  const client = useQueryClient();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (justDeleted) undo.current?.focus();
  }, [justDeleted]);
  const { mutateAsync, isPending } = useMutation({
    ...restoreEventMutation,
    onSuccess: () => {
      showToast({ title: 'Event restored', description: event.title });
      void client.invalidateQueries(eventsQuery);
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, 'The event could not be brought back. Please try again.'));
      void client.invalidateQueries(deletedEventsQuery);
    },
  });
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
        <Button
          ref={undo}
          aria-label={`Undo: bring back ${event.title}`}
          onClick={() => guarded(() => mutateAsync(event.id))}
          disabledReason={isPending ? 'The event is being brought back.' : undefined}
        >
          <Undo aria-hidden="true" />
          Undo
        </Button>
      </Card>
    </div>
  );
}
