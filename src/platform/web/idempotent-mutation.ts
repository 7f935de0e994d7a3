import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { ApiError, newIdempotencyKey, sentenceOf } from './api.ts';

/** Codes about the request or the server: a wrong field says itself what is wrong, and a person can only try again. */
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

/** Returns what to say of a write that a visitor sent: why it was refused, or `fallback` when that would not help them. */
export const whyRefused = (error: unknown, fallback: string): string =>
  error instanceof ApiError && TECHNICAL.includes(error.code) ? fallback : sentenceOf(error, fallback);

type WithKey = { readonly idempotencyKey: string };

/** Keys of forms that were sent without an answer, by their call and content; a form may be closed and opened again. */
const unanswered = new Map<string, string>();

/** Call when something else sends the form with its key from now on: the same form is then another one. */
export function releaseKey(idempotencyKey: string): void {
  for (const [place, key] of unanswered) if (key === idempotencyKey) unanswered.delete(place);
}

/** For tests. */
export const forgetUnanswered = (): void => unanswered.clear();

/**
 * `useMutation` for a call with an Idempotency-Key. After a lost response or a 5xx, when the server may have written, the same
 * form is sent again with the same key, so that the server acts once. A changed form gets a new key, as does the next try after
 * a success or a 4xx.
 */
export function useIdempotentMutation<Answer, Sent extends WithKey>(options: UseMutationOptions<Answer, Error, Sent>) {
  const placeOf = (body: Omit<Sent, keyof WithKey>) => JSON.stringify([options.mutationKey, body]);
  const mutation = useMutation<Answer, Error, Sent>({
    ...options,
    onSettled: (answer, error, sent, ...rest) => {
      const { idempotencyKey: _, ...body } = sent;
      const answered = error === null || (error instanceof ApiError && error.status < 500);
      if (answered) unanswered.delete(placeOf(body));
      return options.onSettled?.(answer, error, sent, ...rest);
    },
  });
  const withKey = (body: Omit<Sent, keyof WithKey>): Sent => {
    const idempotencyKey = unanswered.get(placeOf(body)) ?? newIdempotencyKey();
    unanswered.set(placeOf(body), idempotencyKey);
    return { ...body, idempotencyKey } as Sent;
  };
  return {
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
    mutate: (body: Omit<Sent, keyof WithKey>) => mutation.mutate(withKey(body)),
    mutateAsync: (body: Omit<Sent, keyof WithKey>) => mutation.mutateAsync(withKey(body)),
  };
}
