import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { forgetVisitor, readBelongings } from '../contract.ts';

/** What belongs to this device. Never in the server's page, because it belongs to one visitor. */
export const belongingsQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: ({ signal }) => call<typeof readBelongings>('GET /api/visitor', { signal }),
  refetchOnMount: 'always',
});

export const forgetMutation = mutationOptions({
  mutationKey: ['visitor', 'forget'],
  mutationFn: () => call<typeof forgetVisitor>('DELETE /api/visitor'),
});
