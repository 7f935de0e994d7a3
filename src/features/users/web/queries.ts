import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { createUser, deleteUser, listUsers, renameUser } from '../contract.ts';

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

export const renameUserMutation = mutationOptions({
  mutationKey: ['users', 'rename'],
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    call<typeof renameUser>('PATCH /api/users/{id}', { params: { id }, body: { name } }),
});

export const deleteUserMutation = mutationOptions({
  mutationKey: ['users', 'delete'],
  mutationFn: (id: string) => call<typeof deleteUser>('DELETE /api/users/{id}', { params: { id } }),
});
