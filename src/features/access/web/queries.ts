import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import { requireCookies } from '#platform/web/cookies.ts';
import type {
  endOtherSessions,
  endSession,
  listSessions,
  listWrongGuesses,
  nameSession,
  verifyPassword,
} from '../contract.ts';

export const verifyMutation = mutationOptions({
  /** `attempt` tells the caller's attempts apart. */
  mutationFn: async ({ password, name }: { password: string; name: string; attempt: number }) => {
    requireCookies();
    return call<typeof verifyPassword>('POST /api/admin/verify', {
      body: { password, ...(name === '' ? {} : { name }) },
    });
  },
});

export const nameSessionMutation = mutationOptions({
  mutationFn: (name: string) => call<typeof nameSession>('PUT /api/admin/session', { body: { name } }),
});

const OFTEN = 30_000;
/** Unlocking and guessing touch no topic, so both lists are fetched on every mount and at intervals. */
const lively = { refetchOnMount: 'always', refetchInterval: OFTEN } as const;

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<typeof listSessions>('GET /api/admin/sessions', { signal }),
  ...lively,
});

export const wrongGuessesQuery = (page: number) =>
  queryOptions({
    queryKey: ['sessions', 'wrong guesses', page],
    queryFn: ({ signal }) =>
      call<typeof listWrongGuesses>('GET /api/admin/wrong-guesses', { query: { page: String(page) }, signal }),
    ...lively,
  });

export const endSessionMutation = mutationOptions({
  mutationFn: (id: string) => call<typeof endSession>('DELETE /api/admin/sessions/{id}', { params: { id } }),
});

export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => call<typeof endOtherSessions>('DELETE /api/admin/sessions'),
});
