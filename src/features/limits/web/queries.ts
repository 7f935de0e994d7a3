import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type * as contract from '../contract.ts';

const OFTEN = 15_000;

/** Fetched every 15 s and not on the topic `rsvps`, which a rush touches many times a second. */
export const registrationsQuery = queryOptions({
  queryKey: ['registrations'],
  queryFn: ({ signal }) => call<typeof contract.readRegistrations>('GET /api/admin/registrations', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});

export const removeBurstMutation = mutationOptions({
  mutationFn: ({ network, since }: contract.Burst) =>
    call<typeof contract.removeBurst>('POST /api/admin/registrations/bursts/remove', {
      body: { network, since },
    }),
});

export const pauseMutation = mutationOptions({
  mutationFn: (paused: boolean) =>
    call<typeof contract.pauseRegistration>('PUT /api/admin/registrations/pause', { body: { paused } }),
});

export const badgeWordMutation = mutationOptions({
  mutationFn: (word: string | null) =>
    call<typeof contract.setBadgeWord>('PUT /api/admin/badge-word', { body: { word } }),
});
