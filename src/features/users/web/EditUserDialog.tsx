import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isLocked } from '#features/access/web/state.ts';
import { ApiError } from '#platform/web/api.ts';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import type { User } from '../contract.ts';
import { renameUserMutation, usersQuery } from './queries.ts';
import { UserNameDialog } from './UserNameDialog.tsx';

type EditUserDialogProps = { user: User; onSaved: (user: User) => void; onClose: () => void };

export function EditUserDialog({ user, onSaved, onClose }: EditUserDialogProps) {
  const client = useQueryClient();
  const { close, showFailure } = useDialogWrite(user.name, onClose);
  const rename = useMutation({
    ...renameUserMutation,
    onSuccess: (saved) => {
      onSaved(saved);
      close();
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showFailure(error, 'Failed to update user.');
      // Deleted by another organiser: refetch the list.
      if (error instanceof ApiError && error.status === 404) void client.invalidateQueries(usersQuery);
    },
  });
  return (
    <UserNameDialog
      title="Edit User"
      description="The score stays. Places registered under the old name are renamed too."
      name={user.name}
      submitLabel="Save"
      sendingLabel="Saving..."
      isSending={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutateAsync({ id: user.id, name })}
      reset={rename.reset}
      onClose={onClose}
    />
  );
}
