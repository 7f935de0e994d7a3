import { isLocked } from '#features/access/web/state.ts';
import { useIdempotentMutation } from '#platform/web/forms.ts';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { createUserMutation } from './state.ts';
import { UserNameDialog } from './UserNameDialog.tsx';

/** Adds a user that belongs to no device. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const { close, showFailure } = useDialogWrite('Add User', onClose);
  const add = useIdempotentMutation({
    ...createUserMutation,
    onSuccess: ({ name }) => {
      showToast({ title: 'User added', description: name });
      close();
    },
    onError: (error) => isLocked(error) || showFailure(error, 'Failed to add user. Name might already exist.'),
  });
  return (
    <UserNameDialog
      title="Add User"
      description="A name on the scoreboard. It starts with 0 points."
      name=""
      submitLabel="Add User"
      sendingLabel="Adding..."
      isSending={add.isPending}
      error={add.error}
      onSubmit={(name) => add.mutateAsync({ name, asOrganiser: true })}
      reset={add.reset}
      onClose={onClose}
    />
  );
}
