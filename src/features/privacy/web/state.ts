import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type { forgetVisitor, readBelongings } from '../contract.ts';

/** What belongs to this device. Never in the server's page, because it belongs to one visitor. */
export const belongingsQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: ({ signal }) => request<typeof readBelongings>('GET /api/visitor', { signal }),
  refetchOnMount: 'always',
});

export const forgetMutation = mutationOptions({
  mutationKey: ['visitor', 'forget'],
  mutationFn: () => request<typeof forgetVisitor>('DELETE /api/visitor'),
});

/** In local storage from sending a deletion until it is known what became of it. */
const SENT = 'forgetting';

export const isForgetting = (): boolean => safeStorage.get(SENT) !== null;
export const setForgetting = (is: boolean): void => safeStorage.set(SENT, is ? '1' : null);
