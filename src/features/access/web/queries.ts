import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, requireCookies } from '#platform/web/api.ts';
import type { endOtherSessions, nameSession, verifyPassword } from '../contract.ts';
import { correctAdminMode } from './state.ts';

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

/** Locks this browser as soon as another organiser has ended its session, which touches the topic `sessions`. */
export const ownSessionQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => {
    await correctAdminMode();
    return null;
  },
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});

export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => call<typeof endOtherSessions>('DELETE /api/admin/sessions'),
});
