import { useAct } from '#features/access/web/act.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { createUser } from './state.ts';
import { UserNameDialog } from './UserNameDialog.tsx';

/** Adds a user that belongs to no device. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const { close, showFailure } = useDialogWrite('Add User', onClose);
  const add = useAct((name: string) => createUser({ name, asOrganiser: true }), {
    fails: '',
    inForm: true,
    done: ({ name }) => {
      showToast({ title: 'User added', description: name });
      close();
    },
    failed: (error) => showFailure(error, 'Failed to add user. Name might already exist.'),
  });
  return (
    <UserNameDialog
      title="Add User"
      description="A name on the scoreboard. It starts with 0 points."
      name=""
      submitLabel="Add User"
      sendingLabel="Adding..."
      act={add}
      onClose={onClose}
    />
  );
}
