import { useMutation, useQueryClient } from '@tanstack/react-query';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Amended } from '../contract.ts';
import { consequence, sentence } from '../rules/words.ts';
import { MoveList } from './parts/MoveList.tsx';
import { RenameForm } from './parts/RenameForm.tsx';
import { amendMutation, amendmentsQuery, type Wanted } from './queries.ts';

type AmendDialogProps = {
  place: { readonly id: string; readonly playerName: string };
  event: FestivalEvent;
  zone: string;
  onAmended: (amended: Amended) => void;
  onClose: () => void;
};

type Step = 'menu' | 'rename' | 'move' | 'forfeit';

/** What an organiser can do to one place. Each choice acts at once; the row then has Undo in its place. */
export function AmendDialog({ place, event, zone, onAmended, onClose }: AmendDialogProps) {
  const client = useQueryClient();
  const guarded = useGuarded();
  const [step, setStep] = useState<Step>('menu');
  const { mutateAsync, isPending, error } = useMutation({
    ...amendMutation,
    onSuccess: (amended) => {
      showToast({ title: sentence(amended, event.title), description: consequence(amended) });
      client.setQueryData(amendmentsQuery(event.id).queryKey, (others = []) => [
        ...others.filter(({ placeId }) => placeId !== amended.placeId),
        amended,
      ]);
      onAmended(amended);
      onClose();
    },
    onError: (failed) => {
      if (failed instanceof ApiError && failed.code === 'BRACKET_DRAWN' && step === 'menu') setStep('forfeit');
    },
  });
  const amend = (wanted: Wanted) => {
    if (!isPending) guarded(() => mutateAsync({ id: place.id, ...wanted }));
  };
  const problem = error === null || isLocked(error) ? undefined : sentenceOf(error, 'That failed. Please try again.');
  return (
    <Dialog open onClose={onClose} title={place.playerName} description={event.title}>
      {step === 'rename' ? (
        <RenameForm
          name={place.playerName}
          isSending={isPending}
          problem={problem}
          onRename={(to) => amend({ kind: 'renamed', to })}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
          <p role="alert" className="font-semibold text-coral [overflow-wrap:anywhere] empty:hidden">
            {step !== 'forfeit' && problem}
          </p>
          {step === 'menu' && (
            <Menu isSending={isPending} onStep={setStep} onRemove={() => amend({ kind: 'removed', to: false })} />
          )}
          {step === 'move' && (
            <MoveList
              from={event}
              zone={zone}
              isSending={isPending}
              onMove={({ id }) => amend({ kind: 'moved', to: id })}
            />
          )}
          {step === 'forfeit' && (
            <Forfeit
              name={place.playerName}
              isSending={isPending}
              onRemove={() => amend({ kind: 'removed', to: true })}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

const SENDING = 'This is being done.';
const CHOICE = 'w-full justify-start';

type MenuProps = { isSending: boolean; onStep: (step: Step) => void; onRemove: () => void };

const Menu = ({ isSending, onStep, onRemove }: MenuProps) => (
  <>
    <Button className={CHOICE} data-start="" onClick={() => onStep('rename')}>
      <Pencil aria-hidden="true" />
      Rename
    </Button>
    <Button className={CHOICE} onClick={() => onStep('move')}>
      <ArrowRightLeft aria-hidden="true" />
      Move to another event
    </Button>
    <Button tone="danger" className={CHOICE} onClick={onRemove} disabledReason={isSending ? SENDING : undefined}>
      <Trash aria-hidden="true" />
      Remove
    </Button>
  </>
);

type ForfeitProps = { name: string; isSending: boolean; onRemove: () => void };

const Forfeit = ({ name, isSending, onRemove }: ForfeitProps) => (
  <>
    <p role="status" className="text-pretty [overflow-wrap:anywhere]">
      {name} plays in the bracket. The opponent wins the match that they would play now.
    </p>
    <Button
      tone="danger"
      ref={(button) => button?.focus()}
      onClick={onRemove}
      disabledReason={isSending ? SENDING : undefined}
    >
      <Trash aria-hidden="true" />
      Forfeit their matches
    </Button>
  </>
);
