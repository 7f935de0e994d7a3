import { mutationOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEvents } from '#features/events/web/state.ts';
import type { Registrations } from '#features/rsvps/contract.ts';
import { sendIfConnected } from '#features/rsvps/web/unsent/if-connected.ts';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import type { joinWaiting, leaveWaiting, listWaiting, myWaiting, WaitingEntry } from '../contract.ts';

/** Where this device waits. Only My schedule carries it, in a page that is rendered for this visitor and cached nowhere. */
export const myWaitingQuery = queryOptions({
  queryKey: ['waiting', 'my'],
  queryFn: ({ signal }) => request<typeof myWaiting>('GET /api/waiting/my', { signal }),
  meta: { topic: MINE },
});

const NONE: readonly WaitingEntry[] = [];

/** Returns where this device waits. Asks only while there are lines or draws, and again for the ranks when one has moved. */
export function useMyEntries(): readonly WaitingEntry[] {
  const { known: events } = useEvents();
  const enabled = events?.some(({ waiting, lottery }) => waiting > 0 || lottery) ?? false;
  const { data = NONE } = useQuery({ ...myWaitingQuery, enabled });
  const client = useQueryClient();
  useEffect(() => {
    if (data.length === 0) return;
    const revisions = new Map(events?.map(({ id, revision }) => [id, revision]));
    const moved = data.some(({ eventId, revision }) => (revisions.get(eventId) ?? 0) > revision);
    if (moved) void client.invalidateQueries(myWaitingQuery, { cancelRefetch: false });
  }, [client, data, events]);
  return data;
}

export const joinMutation = mutationOptions({
  mutationKey: ['waiting', 'join'],
  mutationFn: async ({ idempotencyKey, ...body }: Registrations & { idempotencyKey: string }) =>
    [await sendIfConnected(() => request<typeof joinWaiting>('POST /api/waiting', { body, idempotencyKey }))].flat(),
});

export const leaveMutation = mutationOptions({
  mutationFn: ({ id, group }: { id: string; group?: 'whole' }) =>
    sendIfConnected(() =>
      request<typeof leaveWaiting>('DELETE /api/waiting/{id}', { params: { id }, query: { group } }),
    ),
});

/** Organisers' view of a line. */
export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: ['waiting', 'line', id],
    queryFn: ({ signal }) =>
      request<typeof listWaiting>('GET /api/admin/events/{id}/waiting', { params: { id }, signal }),
  });
