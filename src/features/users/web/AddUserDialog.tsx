import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isLocked } from '#features/access/web/state.ts';
import { ApiError, newIdempotencyKey, sentenceOf } from '#platform/web/api.ts';
import { showError } from '#platform/web/ui/toast.ts';
import type { User } from '../contract.ts';
import { createUserMutation } from './queries.ts';
import { UserNameDialog } from './UserNameDialog.tsx';

type AddUserDialogProps = { onAdded: (user: User) => void; onClose: () => void };

/** Adds a user that belongs to no device. */
export function AddUserDialog({ onAdded, onClose }: AddUserDialogProps) {
  // Created with the dialog: pressing again after a lost response must not add a second user.
  const key = useRef<string>(null);
  const add = useMutation({
    ...createUserMutation,
    onSuccess: onAdded,
    onError: (error) => {
      // The server refused, so the next try is a new request.
      if (error instanceof ApiError && error.status < 500) key.current = null;
      if (isLocked(error)) return;
      showError('Failed to add user. Name might already exist.');
    },
  });
  return (
    <UserNameDialog
      title="Add User"
      description="A name on the scoreboard. It starts with 0 points."
      name=""
      words={{ submit: 'Add User', pending: 'Adding...' }}
      pending={add.isPending}
      refusal={sentenceOf(isLocked(add.error) ? null : add.error, '') || undefined}
      onSubmit={(name) => {
        key.current ??= newIdempotencyKey();
        return add.mutateAsync({ name, idempotencyKey: key.current });
      }}
      onChange={() => {
        key.current = null;
        if (add.isError) add.reset();
      }}
      onClose={onClose}
    />
  );
}
