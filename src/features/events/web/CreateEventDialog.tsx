import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useId, useState } from 'react';
import { ApiError } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { CAPACITY, DURATION } from '../rules.ts';
import { EMPTY_FORM, missingFields, type NewEventForm, readForm } from './parts/new-event-form.ts';
import { TOURNAMENT_LABEL, TYPE_LABEL } from './parts/words.ts';
import { createEventMutation } from './queries.ts';

const TYPES = Object.entries(TYPE_LABEL).map(([value, label]) => ({ value, label }));
const TOURNAMENTS = [
  { value: 'none', label: 'None' },
  ...Object.entries(TOURNAMENT_LABEL).map(([value, label]) => ({ value, label })),
];

type Problems = Partial<Record<keyof NewEventForm, string>>;

export function CreateEventDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const formId = useId();
  const { form, problems, isPending, change, submit } = useNewEvent(zone, onClose);
  const field = (name: keyof NewEventForm) => ({
    value: form[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change(name, event.target.value),
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Create New Event"
      description="It joins the programme at once, for everyone."
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="sea"
            type="submit"
            form={formId}
            disabledReason={isPending ? 'The event is being created.' : undefined}
          >
            {isPending ? 'Creating...' : 'Create Event'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid items-start gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField label="Title" required maxLength={120} {...field('title')} />
        </div>
        <SelectField label="Event Type" options={TYPES} {...field('eventType')} />
        <SelectField label="Tournament Type" options={TOURNAMENTS} {...field('tournamentType')} />
        <TextField
          label="Start Time"
          required
          type="datetime-local"
          hint={`In the festival’s zone, ${zone.replaceAll('_', ' ')}.`}
          {...field('startTime')}
        />
        <TextField
          label="Duration (minutes)"
          type="number"
          inputMode="numeric"
          min={DURATION.min}
          max={DURATION.max}
          step={DURATION.step}
          {...field('duration')}
        />
        <TextField label="Location" required maxLength={120} {...field('location')} />
        <TextField label="Host" required maxLength={120} {...field('host')} />
        <TextField
          label="Capacity"
          type="number"
          inputMode="numeric"
          min={CAPACITY.min}
          max={CAPACITY.max}
          {...field('capacity')}
        />
        <TextField label="Document Link" type="url" inputMode="url" placeholder="https://" {...field('googleDocUrl')} />
        <div className="sm:col-span-2">
          <TextArea label="Description" maxLength={2000} {...field('description')} />
        </div>
      </form>
    </Dialog>
  );
}

function useNewEvent(zone: string, onDone: () => void) {
  const [form, setForm] = useState(EMPTY_FORM);
  const [problems, setProblems] = useState<Problems>({});
  const { mutate, isPending } = useMutation({
    ...createEventMutation,
    onSuccess: () => {
      showToast({ title: 'Event Created!', description: 'New event has been added successfully.' });
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.field !== undefined) setProblems({ [error.field]: error.sentence });
      showToast({ title: 'Error', description: 'Failed to create event. Please try again.', tone: 'destructive' });
    },
  });

  const change = (name: keyof NewEventForm, value: string) => {
    setForm({ ...form, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isPending) return;
    const missing = missingFields(form);
    if (missing.length > 0) {
      setProblems(Object.fromEntries(missing.map((name) => [name, 'This is needed.'])));
      showToast({ title: 'Missing Fields', description: 'Please fill in all required fields.', tone: 'destructive' });
      return;
    }
    const read = readForm(form, zone);
    if ('event' in read) mutate(read.event);
    else setProblems(read);
  };

  return { form, problems, isPending, change, submit };
}
