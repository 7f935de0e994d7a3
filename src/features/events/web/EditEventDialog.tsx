import { useState } from 'react';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import type { FestivalEvent, NewEvent } from '../contract.ts';
import { FIELD_WORDS, typedPart } from '../rules/edits.ts';
import { EventFields } from './parts/EventFields.tsx';
import { type FieldNotes, formOf, rebase, useEventForm } from './parts/event-form.ts';
import { useSaving } from './parts/saving.ts';

type EditEventDialogProps = {
  /** The event when the dialog was opened. */
  opened: FestivalEvent;
  /** The present event; undefined once another organiser has deleted it. */
  present: FestivalEvent | undefined;
  zone: string;
  onClose: () => void;
};

/**
 * Edits an event that others may edit too: the form follows their changes live and keeps what was typed here. The
 * server refuses an edit of an older revision.
 */
export function EditEventDialog({ opened, present, zone, onClose }: EditEventDialogProps) {
  const fields = useEventForm(formOf(typedPart(opened), zone), zone);
  const others = useOthersChanges(opened, present, zone, fields);
  const { save, isPending, message, setMessage } = useSaving(opened, present, onClose, fields.showAtField);
  const submit = () => {
    setMessage(undefined);
    const event = fields.read(typedPart(others.seen));
    if (event !== null) save(event, others.seen.editRevision);
  };
  const gone = present === undefined;
  return (
    <FormDialog
      title="Edit Event"
      description={opened.title}
      wide
      submitLabel={gone ? 'Create it again' : 'Save'}
      sendingLabel={gone ? 'Creating...' : 'Saving...'}
      act={{
        isBusy: isPending,
        problem: gone ? 'Another organiser has deleted this event, with its places.' : (others.message ?? message),
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <EventFields
        form={fields.form}
        problems={fields.problems}
        notes={others.notes}
        zone={zone}
        eventId={opened.id}
        onChange={fields.change}
      />
    </FormDialog>
  );
}

/** Merges edits by others into the form. `seen` is the event that the form shows. */
function useOthersChanges(
  opened: FestivalEvent,
  present: FestivalEvent | undefined,
  zone: string,
  { form, setForm }: ReturnType<typeof useEventForm>,
) {
  const [seen, setSeen] = useState(opened);
  const [notes, setNotes] = useState<FieldNotes>({});
  if (present !== undefined && present.editRevision !== seen.editRevision) {
    const merged = rebase(form, typedPart(seen), typedPart(present), zone);
    setSeen(present);
    setForm(merged.form);
    setNotes({ ...notes, ...merged.notes });
  }
  const words = (Object.keys(notes) as (keyof FieldNotes)[]).map((field) =>
    field === 'takingPart'
      ? FIELD_WORDS.points
      : field in FIELD_WORDS
        ? FIELD_WORDS[field as keyof NewEvent]
        : FIELD_WORDS.format,
  );
  const changed = [...new Set(words)].join(', ');
  const message =
    changed === '' ? undefined : `Another organiser has changed this event: ${changed}. Look at it again, then save.`;
  return { seen, notes, message };
}
