import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, newIdempotencyKey } from './api.ts';

type WithKey = { readonly idempotencyKey: string };

/**
 * `useMutation` for a call with an Idempotency-Key. After a lost response the next try has the same key, so that the
 * server acts once; after any response, also a refusal, the next try gets a new key.
 */
export function useIdempotentMutation<Answer, Sent extends WithKey>(options: UseMutationOptions<Answer, Error, Sent>) {
  const key = useRef<string>(null);
  const mutation = useMutation<Answer, Error, Sent>({
    ...options,
    onSettled: (answer, error, ...rest) => {
      const answered = error === null || (error instanceof ApiError && error.status < 500);
      if (answered) key.current = null;
      return options.onSettled?.(answer, error, ...rest);
    },
  });
  const withKey = (body: Omit<Sent, keyof WithKey>): Sent => {
    key.current ??= newIdempotencyKey();
    return { ...body, idempotencyKey: key.current } as Sent;
  };
  return {
    isPending: mutation.isPending,
    error: mutation.error,
    /** Call it when the form changed: the next try is a new request. */
    reset: () => {
      key.current = null;
      mutation.reset();
    },
    mutate: (body: Omit<Sent, keyof WithKey>) => mutation.mutate(withKey(body)),
    mutateAsync: (body: Omit<Sent, keyof WithKey>) => mutation.mutateAsync(withKey(body)),
  };
}
