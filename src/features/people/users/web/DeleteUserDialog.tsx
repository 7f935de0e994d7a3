import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { counted } from '#platform/numbers.ts';
import { undoUntil } from '#platform/undo.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { nowIso } from '#platform/web/clock.tsx';
import { AskDialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { User } from '../contract.ts';
import { adminUsersQuery, deletedUsersQuery, deleteUserMutation, usersQuery } from './state.ts';

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
  const { mutateAsync, isPending, error } = useMutation({
    ...deleteUserMutation,
    onSuccess: () => {
      showToast({ title: 'User deleted', description: user.name });
      // Its row must not be away until the list of deleted users has loaded.
      const deleted = { ...user, undoUntil: undoUntil(nowIso()) };
      client.setQueryData(deletedUsersQuery.queryKey, (others = []) => [...others, deleted]);
      onDeleted(close());
    },
    onError: (failure) => {
      if (isLocked(failure)) return;
      showFailure(failure, 'Failed to delete user.');
      // Deleted by another organiser: refetch the list.
      if (failure instanceof ApiError && failure.status === 404) void client.invalidateQueries(usersQuery);
    },
  });
  return (
    <AskDialog
      title="Delete User"
      description={`Are you sure you want to delete user "${user.name}"?`}
      yes={isPending ? 'Deleting...' : 'Delete'}
      disabledReason={isPending ? 'The user is being deleted.' : undefined}
      onYes={() => guarded(() => mutateAsync(user.id))}
      onClose={onClose}
    >
      <p className="text-mute">
        {score === undefined ? '' : score === 0 ? 'They have no points. ' : `Their ${counted(score, 'point')} go too. `}
        Places at events stay as they are.
      </p>
      <p role="alert" className="mt-3 font-semibold text-coral empty:hidden">
        {isLocked(error) ? '' : sentenceOf(error, '')}
      </p>
    </AskDialog>
  );
}
