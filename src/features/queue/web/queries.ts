import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEvents } from '#features/events/web/state.ts';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { keptSender } from '#platform/web/send-or-keep.ts';
import type { Senders } from '#platform/web/unsent-sender.ts';
import type * as contract from '../contract.ts';
import type { MyQueueEntry } from '../contract.ts';
import type { Press } from '../rules.ts';

/** The same for everybody. */
export const queueQuery = (id: string) =>
  queryOptions({
    queryKey: ['queue', id],
    queryFn: ({ signal }) =>
      request<typeof contract.listQueue>('GET /api/events/{id}/queue', { params: { id }, signal }),
    meta: { topic: 'queue' },
  });

const myNumbersQuery = queryOptions({
  queryKey: ['queue', 'my'],
  queryFn: ({ signal }) => request<typeof contract.listMyNumbers>('GET /api/queue/my', { signal }),
  meta: { topic: MINE },
});

const NOBODY: readonly MyQueueEntry[] = [];

/** People of this device in queues. Asks only where an event has one. */
export function useMyNumbers(): readonly MyQueueEntry[] {
  const enabled = useEvents().known?.some(({ queue, status }) => queue && status !== 'completed') ?? false;
  const { data = NOBODY } = useQuery({ ...myNumbersQuery, enabled });
  // Parts of the page that are hydrated later must be as the server sent them.
  return useHydrated() && enabled ? data : NOBODY;
}

/** What a host pressed and the network did not take yet. */
export const PRESSED = 'queue';

/** Pressed twice, each does what it does once. */
export function sendPress({ act, eventId, entryId, absences }: Press) {
  if (act === 'next')
    return request<typeof contract.callNext>('POST /api/events/{id}/queue/next', {
      params: { id: eventId },
      body: { entryId },
    });
  const params = { id: entryId };
  return act === 'done'
    ? request<typeof contract.markDone>('POST /api/queue/{id}/done', { params })
    : request<typeof contract.markAbsent>('POST /api/queue/{id}/absent', { params, body: { absences } });
}

const pressSender = keptSender(sendPress, 'Not done in the queue');
export const QUEUE_SENDERS: Senders = { [PRESSED]: () => Promise.resolve(pressSender) };
