import { type KeyboardEvent, type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import type { User } from '#features/people/users/contract.ts';
import { SCORE } from '#features/people/users/limits.ts';
import { isolated } from '#platform/names.ts';
import { readWhole } from '#platform/numbers.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { once } from '#platform/web/forms.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Confirm } from '#platform/web/ui/confirm.tsx';
import { NumberField, TextField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { GivenPoints, givePoints, undoPoints } from '../contract.ts';
import { LENGTHS } from '../limits.ts';
import { signed } from '../rules.ts';
import { useReasonHint } from './FrozenNote.tsx';

export const isMany = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'MANY_POINTS';

type ManyPointsProps = { error: ApiError; onYes: () => void; onNo: () => void };

/** Asks a helper who gives more points at once than the festival says. */
export function ManyPoints({ error, onYes, onNo }: ManyPointsProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Confirm
      state={{ close: onNo, safe }}
      question="So many points?"
      no="Change it"
      yes="Give them"
      onYes={onYes}
      disabledReason={undefined}
    >
      {error.sentence}
    </Confirm>
  );
}

type SignButtonProps = { typed: string; onType: (typed: string) => void; field: RefObject<HTMLInputElement | null> };

/** The number keyboard of phones has no minus. */
export const SignButton = ({ typed, onType, field }: SignButtonProps) => (
  <Button
    className="mt-7.5 pointer-fine:hidden"
    aria-label="Change the sign"
    onClick={() => {
      onType(String(-(readWhole(typed) ?? 0) || '-'));
      field.current?.focus();
    }}
  >
    ±
  </Button>
);

export type GivePointsProps = {
  user: Pick<User, 'id' | 'name'>;
  /** The event that the points are for, and its title, which is the reason offered. */
  event?: { readonly id: string; readonly title: string } | undefined;
  onGiven?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
};

const sendPoints = once('points', ({ userId, ...body }: GivenPoints & { userId: string }, idempotencyKey) =>
  request<typeof givePoints>('POST /api/users/{id}/points', { params: { id: userId }, body, idempotencyKey }),
);

/** How many points, and what for. */
export function GivePoints({ user, event, onGiven, onKeyDown }: GivePointsProps) {
  const [typed, type] = useState('');
  const [reason, setReason] = useState(event?.title ?? '');
  const field = useRef<HTMLInputElement>(null);
  const hint = useReasonHint();
  const points = readWhole(typed);
  const undo = useAct((id: string) => request<typeof undoPoints>('DELETE /api/points/{id}', { params: { id } }), {
    fails: 'It could not be undone. Please try again.',
    done: () => showToast({ title: 'Points undone', description: isolated(user.name) }),
  });
  const act = useAct(sendPoints, {
    fails: 'The points could not be given. Please try again.',
    inForm: isMany,
    busy: 'The points are being given.',
    done: (given) => {
      showToast({
        title: 'Points given',
        description: `${signed(given.points ?? 0)} for ${isolated(user.name)}.`,
        action: {
          label: 'Undo',
          altText: `Undo it under the points of ${user.name}`,
          onPress: () => undo.run(given.id),
        },
      });
      type('');
      onGiven?.();
    },
  });
  const missing =
    points === null || points === 0 ? 'Type how many points.' : reason.trim() === '' ? 'Say why.' : undefined;
  const give = (evenMany?: true) => {
    if (points === null || missing !== undefined || act.isBusy) return;
    const body = { points, reason: reason.trim(), ...(event && { eventId: event.id }), ...(evenMany && { evenMany }) };
    act.run({ userId: user.id, ...body });
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
      {isMany(act.error) && <ManyPoints error={act.error} onYes={() => give(true)} onNo={act.reset} />}
      <span>
        <Button tone="sea" type="submit" disabledReason={act.busy ?? missing}>
          {act.isBusy ? 'Giving...' : 'Give points'}
        </Button>
      </span>
    </form>
  );
}
