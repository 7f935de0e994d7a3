import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import type { cancelRsvp, myRsvps, Registrations, register } from '../contract.ts';
import { sendIfConnected } from './unsent/if-connected.ts';

/** The visitor's RSVPs. Only My schedule carries them, in a page that is rendered for this visitor and cached nowhere. */
export const myRsvpsQuery = queryOptions({
  queryKey: ['rsvps', 'my'],
  queryFn: ({ signal }) => request<typeof myRsvps>('GET /api/rsvps/my', { signal }),
  meta: { topic: MINE },
});

export const registerMutation = mutationOptions({
  mutationKey: ['rsvps', 'register'],
  mutationFn: async ({
    idempotencyKey,
    ...body
  }: Registrations & { idempotencyKey: string }): Promise<{ playerName: string; state?: 'requested' }[]> => {
    const answer = await sendIfConnected(() => request<typeof register>('POST /api/rsvps', { body, idempotencyKey }));
    if (!('state' in answer)) return [answer].flat();
    const { playerName = '', playerNames = [playerName] } = body;
    return playerNames.map((playerName) => ({ playerName, ...answer }));
  },
});

export const cancelMutation = mutationOptions({
  mutationFn: (id: string) =>
    sendIfConnected(() => request<typeof cancelRsvp>('DELETE /api/rsvps/{id}', { params: { id } })),
});
