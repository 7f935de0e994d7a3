import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAct } from '#features/access/web/act.tsx';
import { isLocked } from '#features/access/web/state.ts';
import { counted } from '#platform/numbers.ts';
import { undoUntil } from '#platform/undo.ts';
import { ApiError, request, sentenceOf } from '#platform/web/api.ts';
import { nowIso } from '#platform/web/clock.tsx';
import { AskDialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { deleteUser, User } from '../contract.ts';
import { adminUsersQuery, deletedUsersQuery, usersQuery } from './state.ts';

type DeleteUserDialogProps = {
  user: User;
  /** `wasOpen`: the person did not close the dialog meanwhile. */
  onDeleted: (wasOpen: boolean) => void;
  onClose: () => void;
};

export function DeleteUserDialog({ user, onDeleted, onClose }: DeleteUserDialogProps) {
  const client = useQueryClient();
  // Everybody else sees another score in a freeze.
  const { data: score } = useQuery({
    ...adminUsersQuery,
    select: (users) => users.find(({ id }) => id === user.id)?.score,
  });
  const { close, showFailure } = useDialogWrite(user.name, onClose);
  const { id } = user;
  const remove = useAct(() => request<typeof deleteUser>('DELETE /api/users/{id}', { params: { id } }), {
    fails: '',
    inForm: true,
    busy: 'The user is being deleted.',
    done: () => {
      showToast({ title: 'User deleted', description: user.name });
      // Its row must not be away until the list of deleted users has loaded.
      const deleted = { ...user, undoUntil: undoUntil(nowIso()) };
      client.setQueryData(deletedUsersQuery.queryKey, (others = []) => [...others, deleted]);
      onDeleted(close());
    },
    failed: (failure) => {
      showFailure(failure, 'Failed to delete user.');
      // Deleted by another organiser: refetch the list.
      if (failure instanceof ApiError && failure.status === 404) void client.invalidateQueries(usersQuery);
    },
  });
  return (
    <AskDialog
      title="Delete User"
      description={`Are you sure you want to delete user "${user.name}"?`}
      yes={remove.isBusy ? 'Deleting...' : 'Delete'}
      disabledReason={remove.busy}
      onYes={remove.run}
      onClose={onClose}
    >
      <p className="text-mute">
        {score === undefined ? '' : score === 0 ? 'They have no points. ' : `Their ${counted(score, 'point')} go too. `}
        Places at events stay as they are.
      </p>
      <p role="alert" className="mt-3 font-semibold text-coral empty:hidden">
        {isLocked(remove.error) ? '' : sentenceOf(remove.error, '')}
      </p>
    </AskDialog>
  );
}
