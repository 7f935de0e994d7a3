import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { createUser, listUsers } from '../contract.ts';

/** Every user, highest score first. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => call<typeof listUsers>('GET /api/users', { signal }),
});

export const createUserMutation = mutationOptions({
  mutationKey: ['users', 'create'],
  mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
    call<typeof createUser>('POST /api/users', { body: { name }, idempotencyKey }),
});
