import { useState } from 'react';
import { ApiError } from '#platform/web/api.ts';
import { useDraft } from '#platform/web/draft.ts';
import { showError } from '#platform/web/ui/toast.ts';
import type { NewEvent } from '../../contract.ts';
import { type EventForm, type FieldNotes, missingFields, readForm, wrongFields } from './event-form.ts';

/** The form's values and problems. With a key they are kept as a draft when the form is closed. */
export function useEventForm(initial: EventForm, zone: string, draftKey: string | null = null) {
  const [form, setForm, draft] = useDraft(draftKey, initial);
  const [problems, setProblems] = useState<FieldNotes>({});
  const [confirmedLink, setConfirmedLink] = useState<string>();

  return {
    form,
    draft,
    problems,
    setForm,

    change(name: keyof EventForm, value: string) {
      setForm({ ...form, [name]: value });
      setProblems({ ...problems, [name]: undefined });
    },

    /** Returns the request, or null after showing what is missing or wrong. */
    read(was?: NewEvent): NewEvent | null {
      const missing = missingFields(form);
      const wrong = wrongFields(form);
      if (missing.length > 0) {
        setProblems({ ...wrong, ...Object.fromEntries(missing.map((name) => [name, 'This is needed.'])) });
        showError('Please fill in all required fields.', 'Missing Fields');
        return null;
      }
      const read = readForm(form, zone, was);
      if ('event' in read && Object.keys(wrong).length === 0) {
        const link = read.event.googleDocUrl ?? undefined;
        if (was?.googleDocUrl !== null || link === undefined || link === confirmedLink) return read.event;
        setConfirmedLink(link);
        setProblems({
          googleDocUrl: 'Nobody can take a place in this event any more. Press the button again to save it so.',
        });
        return null;
      }
      setProblems('event' in read ? wrong : { ...wrong, ...read });
      showError('Check the marked fields.');
      return null;
    },

    /** Shows a refusal at its field; returns its sentence when it names no field. */
    showAtField(error: unknown): string | undefined {
      if (!(error instanceof ApiError)) return undefined;
      if (error.field === undefined || !(error.field in form)) return error.sentence;
      setProblems({ [error.field]: error.sentence });
      return undefined;
    },
  };
}
