import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '#features/access/web/act.tsx';
import { ApiError, request } from '#platform/web/api.ts';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { renameUser, User } from '../contract.ts';
import { usersQuery } from './state.ts';
import { UserNameDialog } from './UserNameDialog.tsx';

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const { close, showFailure } = useDialogWrite(user.name, onClose);
  const { id } = user;
  const rename = useAct(
    (name: string) => request<typeof renameUser>('PATCH /api/users/{id}', { params: { id }, body: { name } }),
    {
      fails: '',
      inForm: true,
      done: ({ name }) => {
        showToast({ title: 'User renamed', description: name });
        close();
      },
      failed: (error) => {
        showFailure(error, 'Failed to update user.');
        // Deleted by another organiser: refetch the list.
        if (error instanceof ApiError && error.status === 404) void client.invalidateQueries(usersQuery);
      },
    },
  );
  return (
    <UserNameDialog
      title="Edit User"
      description="The score stays. Places registered under the old name are renamed too."
      name={user.name}
      submitLabel="Save"
      sendingLabel="Saving..."
      act={rename}
      onClose={onClose}
    />
  );
}
