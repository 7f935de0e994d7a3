import { mutationOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { createUser } from '../contract.ts';

export const createUserMutation = mutationOptions({
  mutationKey: ['users', 'create'],
  mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
    call<typeof createUser>('POST /api/users', { body: { name }, idempotencyKey }),
});
