import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type {
  Burst,
  pauseRegistration,
  readRegistrations,
  removeBurst,
  setBadgeWord,
  undoRemoval,
} from '../contract.ts';

const OFTEN = 15_000;

/** Fetched every 15 s and not on the topic `rsvps`, which a rush touches many times a second. */
export const registrationsQuery = queryOptions({
  queryKey: ['registrations'],
  queryFn: ({ signal }) => call<typeof readRegistrations>('GET /api/admin/registrations', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});

export const removeBurstMutation = mutationOptions({
  mutationKey: ['registrations', 'remove'],
  mutationFn: ({ network, from, to, removable }: Burst) =>
    call<typeof removeBurst>('POST /api/admin/registrations/bursts/remove', {
      body: { network, from, to, removable },
    }),
});

export const undoRemovalMutation = mutationOptions({
  mutationKey: ['registrations', 'undo'],
  mutationFn: (id: string) =>
    call<typeof undoRemoval>('POST /api/admin/registrations/removals/{id}/undo', { params: { id } }),
});

export const pauseMutation = mutationOptions({
  mutationKey: ['registrations', 'pause'],
  mutationFn: (paused: boolean) =>
    call<typeof pauseRegistration>('PUT /api/admin/registrations/pause', { body: { paused } }),
});

export const badgeWordMutation = mutationOptions({
  mutationKey: ['registrations', 'badge word'],
  mutationFn: (word: string | null) => call<typeof setBadgeWord>('PUT /api/admin/badge-word', { body: { word } }),
});
