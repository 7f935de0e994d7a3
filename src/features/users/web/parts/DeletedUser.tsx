import { useQueryClient } from '@tanstack/react-query';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { focusAncestorOnUnmount } from '#platform/web/focus-main.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { User } from '../../contract.ts';
import { deletedUsersQuery, restoreUserMutation, usersQuery } from '../queries.ts';

/** Stands where the row of a deleted user was, for as long as the deletion can be undone. */
export function DeletedUser({ user, justDeleted }: { user: User; justDeleted: boolean }) {
  const client = useQueryClient();
  const showRestored = () => {
    showToast({ title: 'User restored', description: user.name });
    void client.invalidateQueries(usersQuery);
  };
  return (
    <div ref={focusAncestorOnUnmount} className="pb-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-dashed border-line bg-panel px-[min(1rem,4vw)] py-2">
        <span className="grid min-w-[min(10rem,100%)] flex-1">
          <del className="font-semibold [overflow-wrap:anywhere]">{user.name}</del>
          <span className="text-sm text-mute">Deleted. For a minute you can undo this; points come back with it.</span>
        </span>
        <UndoOffer
          mutation={restoreUserMutation}
          of={user.id}
          label={`Undo: bring back ${user.name}`}
          justDone={justDeleted}
          onUndone={showRestored}
          onFailed={() => void client.invalidateQueries(deletedUsersQuery)}
        />
      </div>
    </div>
  );
}
