import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isLocked } from '#features/access/web/state.ts';
import { ApiError } from '#platform/web/api.ts';
import { NoConnection } from '#platform/web/connection.ts';
import { showError } from '#platform/web/ui/toast.ts';
import type { User } from '../contract.ts';
import { renameUserMutation, usersQuery } from './queries.ts';
import { UserNameDialog } from './UserNameDialog.tsx';

type EditUserDialogProps = { user: User; onSaved: (user: User) => void; onClose: () => void };

export function EditUserDialog({ user, onSaved, onClose }: EditUserDialogProps) {
  const client = useQueryClient();
  const rename = useMutation({
    ...renameUserMutation,
    onSuccess: onSaved,
    onError: (error) => {
      if (isLocked(error) || error instanceof NoConnection) return;
      showError('Failed to update user.');
      // Deleted by another organiser: refetch the list.
      if (error instanceof ApiError && error.status === 404) void client.invalidateQueries(usersQuery);
    },
  });
  return (
    <UserNameDialog
      title="Edit User"
      description="The score stays. Places registered under the old name are renamed too."
      name={user.name}
      words={{ submit: 'Save', pending: 'Saving...' }}
      pending={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutateAsync({ id: user.id, name })}
      onChange={() => rename.isError && rename.reset()}
      onClose={onClose}
    />
  );
}
