import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { failureWords, guarded, isLocked } from '#features/access/web/state.ts';
import { GivePoints } from '#features/points/web/GivePoints.tsx';
import { SignButton } from '#features/points/web/parts/SignButton.tsx';
import type { User } from '#features/users/contract.ts';
import { SCORE } from '#features/users/limits.ts';
import { adminUsersQuery, usersQuery } from '#features/users/web/queries.ts';
import { ApiError } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { NumberField } from '#platform/web/ui/field.tsx';
import { readTypedScore } from '../rules/bulk-verdicts.ts';
import { changedMeanwhile } from '../rules/meanwhile.ts';
import { setScoreMutation } from './queries.ts';

/** The user when the editor was opened, and the typed score. */
export type Editing = { readonly user: User; readonly typed: string };

type ScoreEditorProps = {
  editing: Editing;
  /** The user as other organisers have left them. */
  present: User;
  onType: (typed: string) => void;
  onClose: () => void;
};

/** A user's row while its score is being edited. */
export function ScoreEditor({ editing: { user, typed }, present, onType, onClose }: ScoreEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const { save, isPending, refusal } = useSave(present, onClose);
  const read = readTypedScore(typed);
  const problem = 'problem' in read ? read.problem : undefined;
  const conflict = isPending || present.score === user.score ? undefined : changedMeanwhile(present);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => editor.current?.querySelector('input')?.focus(), []);

  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if ('score' in read && !isPending) save(read.score);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <div ref={editor} className="grid grid-cols-[minmax(0,1fr)] gap-3 py-1">
      <p className="font-semibold [overflow-wrap:anywhere]">{user.name}</p>
      <GivePoints user={user} onGiven={onClose} onKeyDown={leave} />
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-2.5">
        <div className="min-w-40 flex-1">
          <NumberField
            ref={field}
            label={`Correct to: score of ${user.name}`}
            {...SCORE}
            value={typed}
            error={problem ?? conflict ?? refusal}
            onKeyDown={leave}
            onType={onType}
          />
        </div>
        <SignButton typed={typed} onType={onType} field={field} />
        <span className="mt-7.5 flex gap-2">
          <Button tone="sea" type="submit" disabledReason={isPending ? 'The score is being saved.' : problem}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
        </span>
      </form>
    </div>
  );
}

function useSave(user: User, onClose: () => void) {
  const { showFailure } = useDialogWrite(user.name, onClose);
  const client = useQueryClient();
  const { mutateAsync, isPending, error } = useMutation({
    ...setScoreMutation,
    onSuccess: (saved) => {
      // The row shows it at once; another organiser's later score may have come before this answer.
      const isNotNewer = (one: User) => one.id === saved.id && one.revision <= saved.revision;
      client.setQueryData(adminUsersQuery.queryKey, (users) =>
        users?.map((one) => (isNotNewer(one) ? { ...one, ...saved } : one)),
      );
      onClose();
    },
    onError: (failure) => {
      if (isLocked(failure)) return;
      showFailure(failure, 'Failed to update user score.');
      // Changed or deleted by another organiser: refetch the list.
      if (failure instanceof ApiError && (failure.status === 404 || failure.status === 409))
        void client.invalidateQueries(usersQuery);
    },
  });
  const save = (score: number) => guarded(() => mutateAsync({ id: user.id, score, expectedRevision: user.revision }));
  return { save, isPending, refusal: failureWords(error, '') };
}
