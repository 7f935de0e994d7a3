import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MINUTE } from '../durations.ts';
import { ApiError, newIdempotencyKey, sentenceOf } from './api.ts';
import { now } from './clock.tsx';

/** What was typed into a form that was closed without being sent, until this page is left. */
const drafts = new Map<string, object>();

export type Draft = {
  readonly isRestored: boolean;
  readonly discard: () => void;
  readonly restart: () => void;
};

const holdsNothing = <T extends object>(form: T, initial: T): boolean =>
  Object.entries(form).every(([field, value]) => value === '' || value === initial[field as keyof T]);

/** `useState` for a form's values, remembered under the key while the form is closed; null remembers nothing. */
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

/** About the request or the server: a person can only try again. */
const TECHNICAL: readonly (string | undefined)[] = [
  'BAD_INPUT',
  'BAD_JSON',
  'NOT_JSON',
  'CROSS_SITE',
  'NO_SUCH_CALL',
  'WRONG_METHOD',
  'KEY_REUSED',
  'BUSY',
  'BROKEN',
];

/** The refusal's sentence, or `fallback` where the refusal would not help a visitor. */
export const whyRefused = (error: unknown, fallback: string): string =>
  error instanceof ApiError && TECHNICAL.includes(error.code) ? fallback : sentenceOf(error, fallback);

type WithKey = { readonly idempotencyKey: string };

/** Since the last try; afterwards the same form is a new request. */
const SAME_KEY_MS = 10 * MINUTE;

type UnansweredKey = { readonly key: string; readonly at: number };

/** By call and content, because a form may be closed and opened again. */
const unanswered = new Map<string, UnansweredKey>();

/** Something else sends the form with its key from now on, so the next form gets a new one. */
export function dropKey(idempotencyKey: string): void {
  for (const [form, { key }] of unanswered) if (key === idempotencyKey) unanswered.delete(form);
}

/** For tests. */
export const forgetUnanswered = (): void => unanswered.clear();

/** The key for a form: that of its last try, if this had no answer. */
function keyFor(form: string): string {
  const at = now();
  const earlier = unanswered.get(form);
  const key = earlier !== undefined && at - earlier.at < SAME_KEY_MS ? earlier.key : newIdempotencyKey();
  unanswered.set(form, { key, at });
  return key;
}

/** After a lost response or a 5xx the server may have written. */
const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/**
 * A call with an Idempotency-Key. While it may have been heard without an answer, the same body is sent again with the same key, until
 * ten minutes after the last try, so that the server acts once. A changed body gets a new key, as does the next try after a
 * success or a 4xx. `name` tells calls with the same body apart.
 */
export const once =
  <Body extends object, Answer>(name: string, send: (body: Body, idempotencyKey: string) => Promise<Answer>) =>
  async (body: Body): Promise<Answer> => {
    const form = JSON.stringify([name, body]);
    try {
      const answer = await send(body, keyFor(form));
      unanswered.delete(form);
      return answer;
    } catch (error) {
      if (isAnswered(error)) unanswered.delete(form);
      throw error;
    }
  };

/** `useMutation` for a call like those of `once`, which tells its callbacks the key, for what sends the form later. */
export function useIdempotentMutation<Answer, Sent extends WithKey>(options: UseMutationOptions<Answer, Error, Sent>) {
  const formOf = (body: Omit<Sent, keyof WithKey>) => JSON.stringify([options.mutationKey, body]);
  const mutation = useMutation<Answer, Error, Sent>({
    ...options,
    onSettled: (answer, error, sent, ...rest) => {
      const { idempotencyKey: _, ...body } = sent;
      if (error === null || isAnswered(error)) unanswered.delete(formOf(body));
      return options.onSettled?.(answer, error, sent, ...rest);
    },
  });
  const withKey = (body: Omit<Sent, keyof WithKey>) => ({ ...body, idempotencyKey: keyFor(formOf(body)) }) as Sent;
  return {
    isPending: mutation.isPending,
    error: mutation.error,
    sent: mutation.variables,
    mutate: (body: Omit<Sent, keyof WithKey>) => mutation.mutate(withKey(body)),
  };
}
