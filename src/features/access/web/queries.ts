import { mutationOptions } from '@tanstack/react-query';
import type { verifyPassword } from '#features/access/contract.ts';
import { call } from '#platform/web/api.ts';

export const verifyMutation = mutationOptions({
  mutationKey: ['admin', 'verify'],
  mutationFn: (password: string) => call<typeof verifyPassword>('POST /api/admin/verify', { body: { password } }),
});
