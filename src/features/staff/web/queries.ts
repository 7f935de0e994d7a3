import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type * as contract from '../contract.ts';

const OFTEN = 60_000;

/** Asked again when an organiser stops a link, and often enough to see its time end. */
export const workQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call<typeof contract.readWork>('GET /api/staff', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});

export const helpersQuery = queryOptions({
  queryKey: ['helpers'],
  queryFn: ({ signal }) => call<typeof contract.listHelpers>('GET /api/helpers', { signal }),
});

export const makeHelperMutation = mutationOptions({
  mutationFn: (body: contract.NewHelper) => call<typeof contract.makeHelper>('POST /api/helpers', { body }),
});

export const extendHelperMutation = mutationOptions({
  mutationFn: ({ id, endsAt }: { id: string; endsAt: string | undefined }) =>
    call<typeof contract.extendHelper>('PATCH /api/helpers/{id}', { params: { id }, body: { endsAt } }),
});

export const freeDeviceMutation = mutationOptions({
  mutationFn: (id: string) => call<typeof contract.freeDevice>('DELETE /api/desks/{id}', { params: { id } }),
});

export const stopHelperMutation = mutationOptions({
  mutationFn: (id: string) => call<typeof contract.stopHelper>('DELETE /api/helpers/{id}', { params: { id } }),
});

export const openDeskMutation = mutationOptions({
  mutationFn: (secret: string) => call<typeof contract.openDesk>('POST /api/helpers/open', { body: { secret } }),
});

export const leaveMutation = mutationOptions({
  mutationFn: () => call<typeof contract.leaveWork>('DELETE /api/staff'),
});
