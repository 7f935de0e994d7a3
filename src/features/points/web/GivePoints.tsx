import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { guarded, sayUnlessLocked } from '#features/access/web/state.ts';
import type { User } from '#features/users/contract.ts';
import { SCORE } from '#features/users/limits.ts';
import { isolated } from '#platform/isolated.ts';
import { readWhole } from '#platform/numbers.ts';
import { useIdempotentMutation } from '#platform/web/idempotent-mutation.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { NumberField, TextField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { LENGTHS } from '../limits.ts';
import { signed } from '../rules.ts';
import { useReasonHint } from './FrozenNote.tsx';
import { isMany, ManyPoints } from './ManyPoints.tsx';
import { SignButton } from './parts/SignButton.tsx';
import { givePointsMutation } from './queries.ts';

export type GivePointsProps = {
  user: Pick<User, 'id' | 'name'>;
  /** The event that the points are for, and its title, which is the reason offered. */
  event?: { readonly id: string; readonly title: string } | undefined;
  onGiven?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
};

/** How many points, and what for. */
export function GivePoints({ user, event, onGiven, onKeyDown }: GivePointsProps) {
  const [typed, type] = useState('');
  const [reason, setReason] = useState(event?.title ?? '');
  const field = useRef<HTMLInputElement>(null);
  const hint = useReasonHint();
  const points = readWhole(typed);
  const { mutateAsync, isPending, error, reset } = useIdempotentMutation({
    ...givePointsMutation,
    onSuccess: (given) => {
      showToast({ title: 'Points given', description: `${signed(given.points ?? 0)} for ${isolated(user.name)}.` });
      type('');
      onGiven?.();
    },
    onError: (error) => isMany(error) || sayUnlessLocked('The points could not be given. Please try again.')(error),
  });
  const missing =
    points === null || points === 0 ? 'Type how many points.' : reason.trim() === '' ? 'Say why.' : undefined;
  const give = (evenMany?: true) => {
    if (points === null || missing !== undefined || isPending) return;
    const body = { points, reason: reason.trim(), ...(event && { eventId: event.id }), ...(evenMany && { evenMany }) };
    guarded(() => mutateAsync({ userId: user.id, ...body }));
  };
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    give();
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex flex-wrap items-start gap-2">
        <div className="w-32">
          <NumberField
            ref={field}
            data-start=""
            label="+ points"
            {...SCORE}
            value={typed}
            onType={type}
            onKeyDown={onKeyDown}
          />
        </div>
        <SignButton typed={typed} onType={type} field={field} />
        <div className="min-w-52 flex-1">
          <TextField
            label="Why"
            hint={hint}
            onKeyDown={onKeyDown}
            limit={LENGTHS.reason}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
      </div>
      {isMany(error) && <ManyPoints error={error} onYes={() => give(true)} onNo={reset} />}
      <span>
        <Button tone="sea" type="submit" disabledReason={isPending ? 'The points are being given.' : missing}>
          {isPending ? 'Giving...' : 'Give points'}
        </Button>
      </span>
    </form>
  );
}
