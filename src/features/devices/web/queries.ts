import { queryOptions } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import type { listHoldings, listMyDevices } from '../contract.ts';

/** The devices of this visitor. A device that joins touches what is theirs. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => request<typeof listMyDevices>('GET /api/devices', { signal }),
  meta: { topic: MINE },
});

/** What can be handed over with a place or a user. */
export const holdingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['handovers', id],
    queryFn: ({ signal }) => request<typeof listHoldings>('GET /api/handovers/{id}', { params: { id }, signal }),
    gcTime: 0,
  });
