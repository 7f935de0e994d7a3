import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { failureWords, isLocked, useGuarded } from '#features/access/web/state.ts';
import type { User } from '#features/users/contract.ts';
import { usersQuery } from '#features/users/web/queries.ts';
import { ApiError } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { readTypedScore } from '../rules/bulk-verdicts.ts';
import { setScoreMutation } from './queries.ts';

/** The user being edited and the typed score. */
export type Editing = { readonly user: User; readonly typed: string };

type ScoreEditorProps = {
  editing: Editing;
  onType: (typed: string) => void;
  onClose: () => void;
};

/** A user's row while its score is being edited. */
export function ScoreEditor({ editing: { user, typed }, onType, onClose }: ScoreEditorProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [badInput, setBadInput] = useState(false);
  const { save, isPending, refusal } = useSave(user, onClose);
  const read = badInput ? { problem: 'A score is a whole number.' } : readTypedScore(typed);
  const problem = 'problem' in read ? read.problem : undefined;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if ('score' in read && !isPending) save(read.score);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2.5">
      <div className="grid min-w-40 flex-1 gap-1">
        <label htmlFor={id} className="font-semibold [overflow-wrap:anywhere]">
          Score of {user.name}
        </label>
        {/* On a phone, the number keyboard of this type has a minus; that of inputMode numeric has not. */}
        <input
          ref={field}
          id={id}
          type="number"
          step={1}
          value={typed}
          onKeyDown={leave}
          onChange={(change) => {
            setBadInput(change.target.validity.badInput);
            onType(change.target.value);
          }}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          className="min-h-11 w-full rounded-xl border border-edge bg-deep px-3.5 py-2 text-ink aria-invalid:border-coral"
        />
      </div>
      <span className="flex gap-2">
        <Button tone="sea" type="submit" disabledReason={isPending ? 'The score is being saved.' : problem}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button tone="ghost" onClick={onClose}>
          Cancel
        </Button>
      </span>
      <p id={`${id}-problem`} role="alert" className="w-full text-sm font-semibold text-coral empty:hidden">
        {problem ?? refusal}
      </p>
    </form>
  );
}

function useSave(user: User, onClose: () => void) {
  const { showFailure } = useDialogWrite(user.name, onClose);
  const client = useQueryClient();
  const guarded = useGuarded();
  const { mutateAsync, isPending, error } = useMutation({
    ...setScoreMutation,
    onSuccess: (saved) => {
      // The row shows it at once; the list is refetched.
      client.setQueryData(usersQuery.queryKey, (users) => users?.map((one) => (one.id === saved.id ? saved : one)));
      onClose();
    },
    onError: (failure) => {
      if (isLocked(failure)) return;
      showFailure(failure, 'Failed to update user score.');
      // Deleted by another organiser: refetch the list.
      if (failure instanceof ApiError && failure.status === 404) void client.invalidateQueries(usersQuery);
    },
  });
  const save = (score: number) => guarded(() => mutateAsync({ id: user.id, score }));
  return { save, isPending, refusal: failureWords(error, '') };
}
