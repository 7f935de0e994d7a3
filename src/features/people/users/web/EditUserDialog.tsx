import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isLocked } from '#features/access/web/state.ts';
import { ApiError } from '#platform/web/api.ts';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { User } from '../contract.ts';
import { renameUserMutation, usersQuery } from './state.ts';
import { UserNameDialog } from './UserNameDialog.tsx';

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const { close, showFailure } = useDialogWrite(user.name, onClose);
  const rename = useMutation({
    ...renameUserMutation,
    onSuccess: ({ name }) => {
      showToast({ title: 'User renamed', description: name });
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
