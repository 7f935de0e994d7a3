import { useMutation } from '@tanstack/react-query';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useRef, useState } from 'react';
import { guarded, sayUnlessLocked } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { focusMain } from '#platform/web/focus-main.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useConfirm } from '#platform/web/ui/confirm.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { StaffRsvp } from '../../contract.ts';
import { UNDO_MINUTES, type UndoMinutes } from '../../limits.ts';
import { madeByCode } from '../../rules/check-ins.ts';
import { undoByCodeMutation } from '../queries.ts';

const LONGEST = UNDO_MINUTES[2];
const NAMED = 8;

const checkIns = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'check-in' : 'check-ins'}`;

type UndoByCodeProps = { event: FestivalEvent; rsvps: readonly StaffRsvp[] };

/** Undoes check-ins by other phones with the event's code; renders nothing without any in the last hour. */
export function UndoByCode({ event, rsvps }: UndoByCodeProps) {
  const now = useNow();
  const { isAsking, ask, close, opener } = useConfirm();
  const all = madeByCode(rsvps, LONGEST, now);
  if (event.status === 'completed' || all.length === 0) return null;
  if (isAsking) return <Question event={event} rsvps={rsvps} now={now} onClose={close} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-[0.9375rem] text-mute">{checkIns(all.length)} by other phones in the last hour</p>
      <Button ref={opener} tone="ghost" onClick={ask}>
        <Undo2 aria-hidden="true" />
        Undo check-ins by other phones
      </Button>
    </div>
  );
}

type QuestionProps = UndoByCodeProps & { now: string; onClose: () => void };

function Question({ event, rsvps, now, onClose }: QuestionProps) {
  const [minutes, setMinutes] = useState<UndoMinutes>(UNDO_MINUTES[1]);
  const select = useRef<HTMLSelectElement>(null);
  const { mutateAsync, isPending } = useMutation({
    ...undoByCodeMutation,
    onSuccess: ({ undone }) => {
      showToast({ title: 'Check-ins undone', description: `${checkIns(undone)} by other phones taken back.` });
      focusMain();
      onClose();
    },
    onError: sayUnlessLocked('Failed to undo the check-ins. Please try again.'),
  });
  useEffect(() => select.current?.focus(), []);
  const found = madeByCode(rsvps, minutes, now);
  const none = 'Other phones checked nobody in during these minutes.';
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-coral/60 p-4">
      <legend className="px-1.5 font-semibold">Undo check-ins by other phones</legend>
      <SelectField
        ref={select}
        label="Made in the last"
        options={UNDO_MINUTES.map((some) => ({ value: String(some), label: `${some} minutes` }))}
        value={String(minutes)}
        onChange={({ target }) => setMinutes(UNDO_MINUTES.find((some) => String(some) === target.value) ?? LONGEST)}
      />
      <p role="status" className="text-pretty [overflow-wrap:anywhere]">
        {found.length === 0 ? none : `Takes back ${checkIns(found.length)}: ${named(found)}.`}
      </p>
      <p className="text-[0.9375rem] text-pretty text-mute">
        Stays: what people checked in on their own phones, and what organisers did.
        {event.bracketDrawn && ' The bracket stays as it was drawn: draw it again if one of these players is in it.'}
      </p>
      <div className="grid gap-2.5 @md:grid-cols-2">
        <Button onClick={onClose}>Keep them</Button>
        <Button
          tone="danger"
          onClick={() => guarded(() => mutateAsync({ eventId: event.id, minutes }))}
          disabledReason={isPending ? 'The check-ins are being undone.' : found.length === 0 ? none : undefined}
        >
          {isPending ? 'Undoing...' : `Yes, undo ${checkIns(found.length)}`}
        </Button>
      </div>
    </fieldset>
  );
}

const named = (rsvps: readonly StaffRsvp[]): string => {
  const names = rsvps.slice(0, NAMED).map(({ playerName }) => playerName);
  const more = rsvps.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more.toLocaleString('en-US')} more` : names.join(', ');
};
