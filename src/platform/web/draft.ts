/** What was typed into a form that was closed without being sent, until this page is left. */
import { useState } from 'react';

const drafts = new Map<string, object>();

export type Draft = {
  /** Whether the form opened with what was typed before. */
  readonly isRestored: boolean;
  /** Call it when the form was sent or cancelled. */
  readonly discard: () => void;
  /** Empties the form. */
  readonly restart: () => void;
};

const holdsNothing = <T extends object>(form: T, initial: T): boolean =>
  Object.entries(form).every(([field, value]) => value === '' || value === initial[field as keyof T]);

/** `useState` for a form's values, remembered under the key while it is closed; for null they are not. */
export function useDraft<T extends object>(key: string | null, initial: T): [T, (form: T) => void, Draft] {
  const [restored, setRestored] = useState(() => (key === null ? undefined : (drafts.get(key) as T | undefined)));
  const [form, setForm] = useState(restored ?? initial);
  const discard = () => {
    // The form may have been closed and opened again since, with other values.
    if (key !== null && drafts.get(key) === form) drafts.delete(key);
  };
  const change = (next: T) => {
    setForm(next);
    if (key === null) return;
    if (holdsNothing(next, initial)) drafts.delete(key);
    else drafts.set(key, next);
  };
  const restart = () => {
    discard();
    setRestored(undefined);
    setForm(initial);
  };
  return [form, change, { isRestored: restored !== undefined, discard, restart }];
}

export const forgetDrafts = (): void => drafts.clear();
