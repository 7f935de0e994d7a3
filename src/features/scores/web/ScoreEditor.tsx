import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { failureWords, isLocked, useGuarded } from '#features/access/web/state.ts';
import type { User } from '#features/users/contract.ts';
import { SCORE } from '#features/users/limits.ts';
import { usersQuery } from '#features/users/web/queries.ts';
import { readWhole } from '#platform/numbers.ts';
import { ApiError } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { NumberField } from '#platform/web/ui/field.tsx';
import { readTypedScore } from '../rules/bulk-verdicts.ts';
import { changedMeanwhile } from '../rules/meanwhile.ts';
import { setScoreMutation } from './queries.ts';

/** The user when the editor was opened, and the typed score. */
export type Editing = { readonly user: User; readonly typed: string };

const negated = (typed: string): string => String(-(readWhole(typed) ?? 0) || '-');

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
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if ('score' in read && !isPending) save(read.score);
  };
  const negate = () => {
    onType(negated(typed));
    field.current?.focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-2.5">
      <div className="min-w-40 flex-1">
        <NumberField
          ref={field}
          label={`Score of ${user.name}`}
          {...SCORE}
          value={typed}
          error={problem ?? conflict ?? refusal}
          onKeyDown={leave}
          onType={onType}
        />
      </div>
      <span className="mt-7.5 flex gap-2">
        {/* The number keyboard of phones has no minus. */}
        <Button className="pointer-fine:hidden" aria-label="Change the sign" onClick={negate}>
          ±
        </Button>
        <Button tone="sea" type="submit" disabledReason={isPending ? 'The score is being saved.' : problem}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button tone="ghost" onClick={onClose}>
          Cancel
        </Button>
      </span>
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
      // The row shows it at once; another organiser's later score may have come before this answer.
      const isNotNewer = (one: User) => one.id === saved.id && one.revision <= saved.revision;
      client.setQueryData(usersQuery.queryKey, (users) => users?.map((one) => (isNotNewer(one) ? saved : one)));
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
