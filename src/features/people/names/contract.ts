import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';

/** `account`: of an account, of this device or another. */
export const KnownName = z.object({ name: z.string(), account: z.boolean() });
export type KnownName = z.infer<typeof KnownName>;

export const myNames = endpoint({
  route: 'GET /api/names/my',
  summary: 'The names of this device’s accounts, places and games, the last used first; none without a cookie.',
  who: 'anyone',
  answer: z.array(KnownName),
});
