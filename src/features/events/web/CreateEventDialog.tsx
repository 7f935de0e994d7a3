import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { unsentWords } from '#platform/web/connection.ts';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import type { FestivalEvent } from '../contract.ts';
import { EventFields } from './parts/EventFields.tsx';
import { EMPTY_FORM, formOf, useEventForm } from './parts/event-form.ts';
import { NOT_CREATED, showCreated } from './parts/saving.ts';
import { createEvent } from './state.ts';

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
  const create = useAct(createEvent, {
    fails: '',
    inForm: true,
    done: () => {
      draft.discard();
      showCreated();
      close();
    },
    failed: (error) => {
      setMessage(unsentWords(error) ?? showAtField(error));
      showFailure(error, NOT_CREATED);
    },
  });
  const submit = () => {
    setMessage(undefined);
    const event = read(like);
    if (event !== null) create.run(event);
  };
  return (
    <FormDialog
      title={title}
      description={
        like === undefined
          ? 'Everybody sees it once the programme is open, unless it is a draft.'
          : `A new event like ${like.title}, without its people. Change what is different.`
      }
      wide
      submitLabel="Create Event"
      sendingLabel="Creating..."
      act={{ isBusy: create.isBusy, problem: message }}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <EventFields form={form} problems={problems} zone={zone} onChange={change} />
    </FormDialog>
  );
}
