import { mutationOptions } from '@tanstack/react-query';
import type { verifyPassword } from '#features/access/contract.ts';
import { call } from '#platform/web/api.ts';
import { requireCookies } from '#platform/web/cookies.ts';

export const verifyMutation = mutationOptions({
  mutationKey: ['admin', 'verify'],
  /** `attempt` tells the caller's attempts apart. */
  mutationFn: async ({ password }: { password: string; attempt: number }) => {
    requireCookies();
    return call<typeof verifyPassword>('POST /api/admin/verify', { body: { password } });
  },
});
