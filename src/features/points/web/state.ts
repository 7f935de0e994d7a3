import { queryOptions } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import type { findByCode, markSeenByCode } from '#features/people/users/contract.ts';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import type { listPoints, listPointsSince } from '../contract.ts';
import { mayGive } from '../rules.ts';

/** The entries of a user, newest first; for its own devices and staff, who hear of them by different topics. */
export const pointsQuery = (userId: string, { isStaff = true } = {}) =>
  queryOptions({
    ...(!isStaff && { meta: { topic: MINE } }),
    queryKey: ['points', userId],
    queryFn: ({ signal }) =>
      request<typeof listPoints>('GET /api/users/{id}/points', { params: { id: userId }, signal }),
  });

/** Whose points have changed since a moment; organisers only. */
export const pointsSinceQuery = (at: string) =>
  queryOptions({
    queryKey: ['points', 'since', at],
    queryFn: ({ signal }) => request<typeof listPointsSince>('GET /api/points/since', { query: { at }, signal }),
  });

/** The account whose code was typed or scanned; its badge is checked by that. */
export const userByCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['points', 'code', code],
    queryFn: async ({ signal }) => {
      const params = { code };
      const user = await request<typeof findByCode>('GET /api/users/by-code/{code}', { params, signal });
      if (user.group === null || user.seenAt !== null) return user;
      // Who has the code of a badge in hand has seen the badge. Not of an account on the helper's own phone.
      return request<typeof markSeenByCode>('POST /api/users/by-code/{code}/seen', { params }).catch(() => user);
    },
    gcTime: 0,
  });

/** Whether the screen offers to give and undo points; the server decides by the same rule. */
export function useGivesPoints(): boolean {
  const { on, desk } = useAdminMode();
  return on || mayGive(desk);
}
