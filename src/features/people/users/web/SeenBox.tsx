import { useMutation, useQueryClient } from '@tanstack/react-query';
import { guarded, sayUnlessLocked } from '#features/access/web/state.ts';
import { isolated } from '#platform/names.ts';
import { CheckField } from '#platform/web/ui/field.tsx';
import type { AdminUser } from '../contract.ts';
import { adminUsersQuery, markSeenMutation } from './state.ts';

/** The desk ticks once that it has seen a badge of this person. */
export function SeenBox({ user }: { user: Pick<AdminUser, 'id' | 'name' | 'seenAt'> }) {
  const client = useQueryClient();
  const { mutateAsync, variables, isPending } = useMutation({
    ...markSeenMutation,
    // The box keeps what was ticked until the list has it.
    onSuccess: () =>
      Promise.all(
        [adminUsersQuery.queryKey, ['rsvps', 'people']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
    onError: sayUnlessLocked('Failed to mark the badge.'),
  });
  const isSeen = isPending ? variables.seen : user.seenAt !== null;
  return (
    <CheckField checked={isSeen} onCheck={(seen) => guarded(() => mutateAsync({ id: user.id, seen }))}>
      <span>Badge of {isolated(user.name)} seen</span>
    </CheckField>
  );
}
