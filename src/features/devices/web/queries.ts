import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { call } from '#platform/web/api.ts';
import type { join, listHoldings, listMyDevices, makeCode, offerHandover, removeDevice } from '../contract.ts';

/** The devices of this visitor. A device that joins touches what is theirs. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call<typeof listMyDevices>('GET /api/devices', { signal }),
  meta: { topic: MINE },
});

export const makeCodeMutation = mutationOptions({
  mutationFn: () => call<typeof makeCode>('POST /api/devices/code'),
});

export const joinMutation = mutationOptions({
  mutationKey: ['devices', 'join'],
  mutationFn: ({ idempotencyKey, code }: { code: string; idempotencyKey: string }) =>
    call<typeof join>('POST /api/devices/join', { body: { code }, idempotencyKey }),
});

export const removeDeviceMutation = mutationOptions({
  mutationFn: (id: string) => call<typeof removeDevice>('DELETE /api/devices/{id}', { params: { id } }),
});

/** What can be handed over with a place or a user. */
export const holdingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['handovers', id],
    queryFn: ({ signal }) => call<typeof listHoldings>('GET /api/handovers/{id}', { params: { id }, signal }),
    gcTime: 0,
  });

export const offerHandoverMutation = mutationOptions({
  mutationFn: (ids: string[]) => call<typeof offerHandover>('POST /api/handovers', { body: { ids } }),
});
