import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import { MINE } from '#platform/live.ts';
import { UNDO_REFRESH } from '#platform/undo.ts';
import { request } from '#platform/web/api.ts';
import { once } from '#platform/web/forms.ts';
import { liveList } from '#platform/web/live-list.ts';
import type * as contract from '../contract.ts';
import { byScore } from '../rules.ts';

/** Every user, highest score first. */
export const usersQuery = liveList({
  queryKey: ['users'],
  topic: 'users',
  order: byScore,
  read: (sending) => request<typeof contract.listUsers>('GET /api/users', sending),
});

/** Every user as organisers see them, highest score first. Ask for it only in admin mode. */
export const adminUsersQuery = liveList({
  queryKey: ['users', 'admin'],
  topic: 'users:admin',
  order: byScore,
  poll: 30_000,
  read: (sending) => request<typeof contract.listAdminUsers>('GET /api/admin/users', sending),
});

/** The accounts of this device. Never in the server's page, because they belong to one visitor. */
export const myAccountsQuery = queryOptions({
  queryKey: ['accounts', 'my'],
  queryFn: ({ signal }) => request<typeof contract.listMyAccounts>('GET /api/users/my', { signal }),
  meta: { topic: MINE },
});

export const createUser = once('user', (body: contract.NewUser, idempotencyKey) =>
  request<typeof contract.createUser>('POST /api/users', { body, idempotencyKey }),
);

/** Deleted users that can still be restored, for organisers. */
export const deletedUsersQuery = queryOptions({
  queryKey: ['users', 'deleted'],
  queryFn: ({ signal }) => request<typeof contract.listDeletedUsers>('GET /api/admin/deleted-users', { signal }),
  refetchInterval: ({ state }) => (state.data?.length ? UNDO_REFRESH : false),
  meta: { topic: 'deletions' },
});

/**
 * Every user with the scores that this device may see: an organiser's those that count at the ceremony, too. Asks for both lists, so that
 * what is being edited stays when admin mode begins or ends.
 */
export function useKnownUsers() {
  const { on } = useAdminMode();
  const shown = useQuery(usersQuery);
  const all = useQuery({ ...adminUsersQuery, enabled: on });
  return on && (all.data !== undefined || shown.data === undefined) ? all : shown;
}
