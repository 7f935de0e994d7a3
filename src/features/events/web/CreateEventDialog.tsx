import { useState } from 'react';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { unsentWords } from '#platform/web/connection.ts';
import { useIdempotentMutation } from '#platform/web/forms.ts';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import type { FestivalEvent } from '../contract.ts';
import { EventFields } from './parts/EventFields.tsx';
import { EMPTY_FORM, formOf, useEventForm } from './parts/event-form.ts';
import { NOT_CREATED, showCreated } from './parts/saving.ts';
import { createEventMutation } from './state.ts';

type CreateEventDialogProps = {
  zone: string;
  onClose: () => void;
  /** The event to copy, when one is duplicated. */
  like?: FestivalEvent | undefined;
};

export function CreateEventDialog({ zone, onClose, like }: CreateEventDialogProps) {
  const { form, draft, problems, change, read, showAtField } = useEventForm(
    like === undefined ? EMPTY_FORM : formOf(like, zone),
    zone,
    `event ${like?.id ?? ''}`,
  );
  const title = like === undefined ? 'Create New Event' : 'Duplicate Event';
  const { close, showFailure } = useDialogWrite(title, onClose);
  const [message, setMessage] = useState<string>();
  const { mutateAsync, isPending } = useIdempotentMutation({
    ...createEventMutation,
    onSuccess: () => {
      draft.discard();
      showCreated();
      close();
    },
    onError: (error) => {
      if (isLocked(error)) return;
      setMessage(unsentWords(error) ?? showAtField(error));
      showFailure(error, NOT_CREATED);
    },
  });
  const submit = () => {
    setMessage(undefined);
    const event = read(like);
    if (event !== null) guarded(() => mutateAsync(event));
  };
  return (
    <FormDialog
      title={title}
      description={
        like === undefined
          ? 'It joins the programme at once, for everyone.'
          : `A new event like ${like.title}, without its RSVPs. Change what is different.`
      }
      wide
      submitLabel="Create Event"
      sendingLabel="Creating..."
      act={{ isBusy: isPending, problem: message }}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <EventFields form={form} problems={problems} zone={zone} onChange={change} />
    </FormDialog>
  );
}
