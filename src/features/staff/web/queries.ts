import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { leaveWork, listHelpers, makeHelper, NewHelper, openDesk, readWork, stopHelper } from '../contract.ts';

const OFTEN = 60_000;

/** Asked again when an organiser stops a link, and often enough to see its time end. */
export const workQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call<typeof readWork>('GET /api/staff', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});

export const helpersQuery = queryOptions({
  queryKey: ['helpers'],
  queryFn: ({ signal }) => call<typeof listHelpers>('GET /api/helpers', { signal }),
});

export const makeHelperMutation = mutationOptions({
  mutationFn: (body: NewHelper) => call<typeof makeHelper>('POST /api/helpers', { body }),
});

export const stopHelperMutation = mutationOptions({
  mutationFn: (id: string) => call<typeof stopHelper>('DELETE /api/helpers/{id}', { params: { id } }),
});

export const openDeskMutation = mutationOptions({
  mutationFn: (secret: string) => call<typeof openDesk>('POST /api/helpers/open', { body: { secret } }),
});

export const leaveMutation = mutationOptions({
  mutationFn: () => call<typeof leaveWork>('DELETE /api/staff'),
});
