import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '#features/access/web/act.tsx';
import { isolated } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { CheckField } from '#platform/web/ui/field.tsx';
import type { AdminUser, markSeen } from '../contract.ts';
import { adminUsersQuery } from './state.ts';

/** The desk ticks once that it has seen a badge of this person. */
export function SeenBox({ user }: { user: Pick<AdminUser, 'id' | 'name' | 'seenAt'> }) {
  const client = useQueryClient();
  const { id } = user;
  const mark = useAct(
    (seen: boolean) => request<typeof markSeen>('PUT /api/users/{id}/seen', { params: { id }, body: { seen } }),
    {
      fails: 'Failed to mark the badge.',
      // The box keeps what was ticked until the list has it.
      done: () =>
        Promise.all(
          [adminUsersQuery.queryKey, ['rsvps', 'people']].map((queryKey) => client.invalidateQueries({ queryKey })),
        ),
    },
  );
  const isSeen = mark.isBusy ? mark.sent === true : user.seenAt !== null;
  return (
    <CheckField checked={isSeen} onCheck={mark.run}>
      <span>Badge of {isolated(user.name)} checked</span>
    </CheckField>
  );
}
