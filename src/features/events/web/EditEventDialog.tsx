import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent, NewEvent } from '../contract.ts';
import { changedSince, FIELD_WORDS, typedPart } from '../rules/meanwhile.ts';
import { EventFields } from './parts/EventFields.tsx';
import { type FieldNotes, formOf, rebase } from './parts/event-form.ts';
import { FormDialog } from './parts/FormDialog.tsx';
import { useEventForm } from './parts/form-state.ts';
import { createEventMutation, editEventMutation, eventsQuery } from './queries.ts';

type EditEventDialogProps = {
  /** The event as it was when the dialog was opened. */
  opened: FestivalEvent;
  /** The event as it is now; undefined once another organiser has deleted it. */
  present: FestivalEvent | undefined;
  zone: string;
  onClose: () => void;
};

/**
 * Edits an event while others may do the same: their changes come into the form as they happen, what was typed here
 * stays, and the server refuses an edit that has not seen them.
 */
export function EditEventDialog({ opened, present, zone, onClose }: EditEventDialogProps) {
  const guarded = useGuarded();
  const fields = useEventForm(formOf(typedPart(opened), zone), zone);
  const others = useOthersChanges(opened, present, zone, fields);
  const { save, isPending, told, setTold } = useSaving(present, onClose, fields.place);
  const submit = () => {
    if (isPending) return;
    setTold(undefined);
    const event = fields.read(others.was);
    if (event !== null) guarded(() => save({ event, was: others.was }));
  };
  const gone = present === undefined;
  return (
    <FormDialog
      title="Edit Event"
      description={opened.title}
      words={gone ? ['Create it again', 'Creating...'] : ['Save', 'Saving...']}
      pending={isPending}
      told={gone ? 'Another organiser has deleted this event, with its RSVPs.' : (others.told ?? told)}
      onClose={onClose}
    >
      {(id) => (
        <EventFields
          id={id}
          form={fields.form}
          problems={fields.problems}
          notes={others.notes}
          zone={zone}
          onChange={fields.change}
          onSubmit={submit}
        />
      )}
    </FormDialog>
  );
}

/** What others did to the event since the dialog was opened, taken into the form. */
function useOthersChanges(
  opened: FestivalEvent,
  present: FestivalEvent | undefined,
  zone: string,
  { form, setForm }: ReturnType<typeof useEventForm>,
) {
  const [was, setWas] = useState<NewEvent>(() => typedPart(opened));
  const [notes, setNotes] = useState<FieldNotes>({});
  const now = present && typedPart(present);
  if (now !== undefined && changedSince(now, was).length > 0) {
    const merged = rebase(form, was, now, zone);
    setWas(now);
    setForm(merged.form);
    setNotes({ ...notes, ...merged.notes });
  }
  const changed = (Object.keys(notes) as (keyof NewEvent)[]).map((field) => FIELD_WORDS[field]).join(', ');
  const told =
    changed === '' ? undefined : `Another organiser has changed this event: ${changed}. Look at it again, then save.`;
  return { was, notes, told };
}

type Saving = { event: NewEvent; was: NewEvent };

function useSaving(
  present: FestivalEvent | undefined,
  onClose: () => void,
  place: (error: unknown) => string | undefined,
) {
  const client = useQueryClient();
  const [told, setTold] = useState<string>();
  const onError = (error: Error) => {
    if (isLocked(error)) return;
    setTold(place(error));
    showError(present ? 'Failed to update event.' : 'Failed to create event. Please try again.');
    // Changed or deleted by somebody else, perhaps a moment before the live message: then this list is out of date.
    void client.invalidateQueries(eventsQuery);
  };
  const edit = useMutation({
    ...editEventMutation,
    onError,
    onSuccess: (event) => {
      showToast({ title: 'Event Updated', description: event.title });
      onClose();
    },
  });
  const create = useMutation({
    ...createEventMutation,
    onError,
    onSuccess: () => {
      showToast({ title: 'Event Created!', description: 'New event has been added successfully.' });
      onClose();
    },
  });
  const save = ({ event, was }: Saving) =>
    present ? edit.mutateAsync({ id: present.id, body: { ...event, was } }) : create.mutateAsync(event);
  return { save, isPending: edit.isPending || create.isPending, told, setTold };
}
