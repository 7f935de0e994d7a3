import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { NoConnection, unsentWords } from '#platform/web/connection.ts';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent, NewEvent } from '../../contract.ts';
import { editedWords } from '../../rules/edits.ts';
import { wholeFormat } from '../../rules/format.ts';
import { createEvent, editEvent, eventsQuery } from '../state.ts';

/** What organisers read after creating an event, from its own dialog or as a copy of one that was deleted. */
export const NOT_CREATED = 'Failed to create event. Please try again.';

export const showCreated = () =>
  showToast({ title: 'Event Created!', description: 'New event has been added successfully.' });

/** Saves an event from a dialog with the revision that it shows, or creates it again once another organiser has deleted it. */
export function useSaving(
  opened: FestivalEvent,
  present: FestivalEvent | undefined,
  onClose: () => void,
  showAtField: (error: unknown) => string | undefined,
) {
  const client = useQueryClient();
  const { close, showFailure } = useDialogWrite(opened.title, onClose);
  const [message, setMessage] = useState<string>();
  const failed = (error: Error) => {
    setMessage(unsentWords(error) ?? showAtField(error));
    showFailure(error, present ? 'Failed to update event.' : NOT_CREATED);
    if (error instanceof NoConnection) return;
    // Changed or deleted by another organiser just before the live message: refetch the list.
    void client.invalidateQueries(eventsQuery);
  };
  const edit = useAct(editEvent, {
    fails: '',
    inForm: true,
    failed,
    done: (event, { body }) => {
      showToast({ title: 'Event updated', description: editedWords(opened, body, event) });
      close();
    },
  });
  const create = useAct(createEvent, {
    fails: '',
    inForm: true,
    failed,
    done: () => {
      showCreated();
      close();
    },
  });
  const save = (event: NewEvent, expectedRevision: number) =>
    present
      ? edit.run({ id: present.id, body: { ...event, format: wholeFormat(event.format ?? null), expectedRevision } })
      : create.run(event);
  return { save, isPending: edit.isBusy || create.isBusy, message, setMessage };
}
