import { useMutation, useQueryClient } from '@tanstack/react-query';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Pencil from 'lucide-react/icons/pencil';
import Smartphone from 'lucide-react/icons/smartphone';
import Trash from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { failureWords, guarded, isLocked } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { ApiError } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Amended } from '../contract.ts';
import { consequence, sentence } from '../rules/words.ts';
import { MoveList } from './parts/MoveList.tsx';
import { NameForm } from './parts/NameForm.tsx';
import { amendMutation, amendmentsQuery, type Wanted } from './queries.ts';

type AmendDialogProps = {
  place: { readonly id: string; readonly playerName: string };
  event: FestivalEvent;
  zone: string;
  onAmended: (amended: Amended) => void;
  /** Hands the place over to another phone. */
  onHandOver: () => void;
  onClose: () => void;
};

const FAILED = 'That failed. Please try again.';

type Step = 'menu' | 'rename' | 'move' | 'forfeit' | 'substitute';

/** What an organiser can do to one place. Each choice acts at once; the row then has Undo in its place. */
export function AmendDialog({ place, event, zone, onAmended, onHandOver, onClose }: AmendDialogProps) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('menu');
  const { close, showErrorIfClosed } = useDialogWrite(place.playerName, onClose);
  const { mutateAsync, isPending, error, variables } = useMutation({
    ...amendMutation,
    onSuccess: ({ substitute, ...amended }) => {
      showToast({ title: sentence(amended, event.title), description: consequence(amended, substitute) });
      client.setQueryData(amendmentsQuery(event.id).queryKey, (others = []) => [
        ...others.filter(({ placeId }) => placeId !== amended.placeId),
        amended,
      ]);
      onAmended(amended);
      close();
    },
    onError: (failed) => {
      if (!isLocked(failed)) showErrorIfClosed(failed, FAILED);
      if (failed instanceof ApiError && failed.code === 'BRACKET_DRAWN' && step === 'menu') setStep('forfeit');
    },
  });
  const amend = (wanted: Wanted) => {
    if (!isPending) guarded(() => mutateAsync({ id: place.id, eventId: event.id, wanted }));
  };
  // The steps of a player of the bracket are the answer to it.
  const isPlain = variables?.wanted.kind === 'removed' && variables.wanted.substitute === undefined;
  const isAnswered = isPlain && error instanceof ApiError && error.code === 'BRACKET_DRAWN';
  const problem = isAnswered ? undefined : failureWords(error, FAILED);
  return (
    <Dialog open onClose={onClose} title={place.playerName} description={event.title}>
      {step === 'rename' && (
        <NameForm
          label="New name"
          initial={place.playerName}
          submitLabel={isPending ? 'Renaming...' : 'Rename'}
          isSending={isPending}
          problem={problem}
          onName={(to) => amend({ kind: 'renamed', to })}
        />
      )}
      {step === 'substitute' && (
        <NameForm
          label="Who plays instead?"
          submitLabel={isPending ? 'Putting them in...' : 'Put in the substitute'}
          isSending={isPending}
          problem={problem}
          onName={(substitute) => amend({ kind: 'removed', substitute })}
        />
      )}
      {step !== 'rename' && step !== 'substitute' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
          <p role="alert" className="font-semibold text-coral [overflow-wrap:anywhere] empty:hidden">
            {problem}
          </p>
          {step === 'menu' && (
            <Menu
              isSending={isPending}
              onStep={setStep}
              onHandOver={onHandOver}
              onRemove={() => amend({ kind: 'removed' })}
            />
          )}
          {step === 'move' && (
            <MoveList
              from={event}
              zone={zone}
              isSending={isPending}
              onMove={(to) => amend({ kind: 'moved', to: to.id })}
            />
          )}
          {step === 'forfeit' && (
            <PlayerChoices
              name={place.playerName}
              isSending={isPending}
              onForfeit={() => amend({ kind: 'removed', forfeit: true })}
              onSubstitute={() => setStep('substitute')}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

const SENDING = 'This is being done.';
const CHOICE = 'w-full justify-start';

type MenuProps = {
  isSending: boolean;
  onStep: (step: Step) => void;
  onHandOver: () => void;
  onRemove: () => void;
};

const Menu = ({ isSending, onStep, onHandOver, onRemove }: MenuProps) => (
  <>
    <Button className={CHOICE} data-start="" onClick={() => onStep('rename')}>
      <Pencil aria-hidden="true" />
      Rename
    </Button>
    <Button className={CHOICE} onClick={() => onStep('move')}>
      <ArrowRightLeft aria-hidden="true" />
      Move to another event
    </Button>
    <Button className={CHOICE} onClick={onHandOver}>
      <Smartphone aria-hidden="true" />
      Hand over to another phone
    </Button>
    <Button tone="danger" className={CHOICE} onClick={onRemove} disabledReason={isSending ? SENDING : undefined}>
      <Trash aria-hidden="true" />
      Remove
    </Button>
  </>
);

type PlayerChoicesProps = { name: string; isSending: boolean; onForfeit: () => void; onSubstitute: () => void };

function PlayerChoices({ name, isSending, onForfeit, onSubstitute }: PlayerChoicesProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <p role="status" className="text-pretty [overflow-wrap:anywhere]">
        {name} plays in the bracket. If they forfeit, the opponent wins the match that they would play now.
      </p>
      <Button
        tone="danger"
        className={CHOICE}
        ref={first}
        onClick={onForfeit}
        disabledReason={isSending ? SENDING : undefined}
      >
        <Trash aria-hidden="true" />
        Forfeit their matches
      </Button>
      <Button className={CHOICE} onClick={onSubstitute}>
        <ArrowRightLeft aria-hidden="true" />
        Put in a substitute
      </Button>
    </>
  );
}
