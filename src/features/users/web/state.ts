import { useQuery } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import { adminUsersQuery, usersQuery } from './queries.ts';

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
