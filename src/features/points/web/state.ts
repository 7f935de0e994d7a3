import { queryOptions } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import type { findByCode } from '#features/people/users/contract.ts';
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

/** The account whose code was typed or scanned. */
export const userByCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['points', 'code', code],
    queryFn: ({ signal }) => request<typeof findByCode>('GET /api/users/by-code/{code}', { params: { code }, signal }),
    gcTime: 0,
  });

/** Whether the screen offers to give and undo points; the server decides by the same rule. */
export function useGivesPoints(): boolean {
  const { on, desk } = useAdminMode();
  return on || mayGive(desk);
}
