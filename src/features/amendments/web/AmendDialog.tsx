import { useQueryClient } from '@tanstack/react-query';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Pencil from 'lucide-react/icons/pencil';
import Smartphone from 'lucide-react/icons/smartphone';
import Trash from 'lucide-react/icons/trash-2';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { searchIn } from '#features/events/rules/filters.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { useAllEvents } from '#features/events/web/state.ts';
import { whyNotRegister } from '#features/rsvps/rules.ts';
import { NAME_LIMIT } from '#platform/names.ts';
import { tickerTime } from '#platform/time.ts';
import { ApiError } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Amended } from '../contract.ts';
import { consequence, sentence } from '../rules.ts';
import { amendmentsQuery, amendPlace, type Wanted } from './queries.ts';

const SHOWN = 20;

type MoveListProps = {
  from: FestivalEvent;
  zone: string;
  isSending: boolean;
  onMove: (event: FestivalEvent) => void;
};

/** The events with a free seat, soonest first. */
function MoveList({ from, zone, isSending, onMove }: MoveListProps) {
  const { data: events = [] } = useAllEvents();
  const now = useNow();
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const open = useMemo(() => {
    const isOpen = (event: FestivalEvent) =>
      event.id !== from.id && event.googleDocUrl === null && whyNotRegister({ event, now, placesHere: 0 }) === null;
    return sortByStart(events.filter(isOpen));
  }, [events, from.id, now]);
  const found = useMemo(() => open.filter(searchIn(open, typed)), [open, typed]);
  const hidden = found.length - SHOWN;
  return (
    <>
      <TextField
        ref={search}
        label="Move to which event?"
        type="search"
        placeholder="Title, host or location…"
        autoComplete="off"
        value={typed}
        onChange={(change) => setTyped(change.target.value)}
      />
      <ul aria-label="Events with a free place" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {found.slice(0, SHOWN).map((event) => (
          <li key={event.id}>
            <button
              type="button"
              aria-disabled={isSending || undefined}
              onClick={() => !isSending && onMove(event)}
              className="grid min-h-13 w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-xl border border-line bg-deep px-3.5 py-2 text-left hover:border-mute"
            >
              <span className="font-semibold [overflow-wrap:anywhere]">{event.title}</span>
              <span className="row-span-2 text-sm font-semibold whitespace-nowrap text-mute">
                {event.capacity - event.currentRegistrations} free
              </span>
              <span className="text-sm text-mute [overflow-wrap:anywhere]">
                {tickerTime(event.startTime, zone)} · {event.location}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-center text-mute empty:hidden">
        {found.length === 0 && 'No event with a free place.'}
        {hidden > 0 && `${hidden} more: type to find them.`}
      </p>
    </>
  );
}

type NameFormProps = {
  label: string;
  /** Selected, so that typing replaces it. */
  initial?: string;
  submitLabel: string;
  isSending: boolean;
  problem: string | undefined;
  onName: (name: string) => void;
};

function NameForm({ label, initial = '', submitLabel, isSending, problem, onName }: NameFormProps) {
  const [typed, setTyped] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const wanted = typed.trim();
  const missing = wanted === '' ? 'Type a name first.' : wanted === initial ? 'This is the name already.' : undefined;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (missing === undefined && !isSending) onName(wanted);
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextField
        ref={field}
        label={label}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="done"
        limit={NAME_LIMIT}
        value={typed}
        onChange={(change) => setTyped(change.target.value)}
        error={problem}
      />
      <Button tone="sea" type="submit" disabledReason={isSending ? 'It is being sent.' : missing}>
        {submitLabel}
      </Button>
    </form>
  );
}

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
  const act = useAct((wanted: Wanted) => amendPlace(place.id, event.id, wanted), {
    fails: FAILED,
    inForm: true,
    done: ({ substitute, ...amended }) => {
      showToast({ title: sentence(amended, event.title), description: consequence(amended, substitute) });
      client.setQueryData(amendmentsQuery(event.id).queryKey, (others = []) => [
        ...others.filter(({ placeId }) => placeId !== amended.placeId),
        amended,
      ]);
      onAmended(amended);
      close();
    },
    failed: (failed) => {
      showErrorIfClosed(failed, FAILED);
      if (failed instanceof ApiError && failed.code === 'BRACKET_DRAWN' && step === 'menu') setStep('forfeit');
    },
  });
  const { isBusy, error, sent } = act;
  const amend = (wanted: Wanted) => {
    if (!isBusy) act.run(wanted);
  };
  // The steps of a player of the bracket are the answer to it.
  const isPlain = sent?.kind === 'removed' && sent.substitute === undefined;
  const isAnswered = isPlain && error instanceof ApiError && error.code === 'BRACKET_DRAWN';
  const problem = isAnswered ? undefined : act.problem;
  return (
    <Dialog open onClose={onClose} title={place.playerName} description={event.title}>
      {step === 'rename' && (
        <NameForm
          label="New name"
          initial={place.playerName}
          submitLabel={isBusy ? 'Renaming...' : 'Rename'}
          isSending={isBusy}
          problem={problem}
          onName={(to) => amend({ kind: 'renamed', to })}
        />
      )}
      {step === 'substitute' && (
        <NameForm
          label="Who plays instead?"
          submitLabel={isBusy ? 'Putting them in...' : 'Put in the substitute'}
          isSending={isBusy}
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
              isSending={isBusy}
              onStep={setStep}
              onHandOver={onHandOver}
              onRemove={() => amend({ kind: 'removed' })}
            />
          )}
          {step === 'move' && (
            <MoveList
              from={event}
              zone={zone}
              isSending={isBusy}
              onMove={(to) => amend({ kind: 'moved', to: to.id })}
            />
          )}
          {step === 'forfeit' && (
            <PlayerChoices
              name={place.playerName}
              isSending={isBusy}
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
        {name} plays in the bracket. If they forfeit, the opponent wins the match that they would play now, and they are
        paired in no further round.
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
