import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { isolated } from '#platform/names.ts';
import { limitProblem, readWhole } from '#platform/numbers.ts';
import { request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { NumberField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent, sayLate } from '../contract.ts';
import { LATE } from '../limits.ts';
import { delayWords } from '../rules/clock.ts';
import { followersOf, latenessAfter } from '../rules/lateness.ts';

type LateDialogProps = { opened: FestivalEvent; events: readonly FestivalEvent[]; onClose: () => void };

const USUAL = [10, 15, 20, 30, 45] as const;

const readMinutes = (typed: string): number | null => {
  const minutes = readWhole(typed);
  return minutes !== null && limitProblem(minutes, LATE) === null ? minutes : null;
};

const FAILED = 'That didn’t work. Please try again.';

/** Says how late an event is, and shows what else that delays. */
export function LateDialog({ opened, events, onClose }: LateDialogProps) {
  const event = events.find(({ id }) => id === opened.id) ?? opened;
  const [typed, setTyped] = useState(event.lateMinutes > 0 ? String(event.lateMinutes) : '');
  const minutes = readMinutes(typed);
  const { close, showErrorIfClosed } = useDialogWrite(event.title, onClose);
  const { id } = event;
  const send = (to: number) =>
    request<typeof sayLate>('PUT /api/events/{id}/late', { params: { id }, body: { minutes: to } });
  const save = useAct(send, {
    fails: FAILED,
    inForm: true,
    done: ({ title, lateMinutes }) => {
      showToast({
        title: lateMinutes > 0 ? 'Running Late' : 'On Time',
        description: `${isolated(title)}: ${delayWords(lateMinutes)}.`,
      });
      close();
    },
    failed: (failure) => showErrorIfClosed(failure, FAILED),
  });
  return (
    <FormDialog
      title="Running late"
      description={`${event.title}. Everybody sees this beside the planned time.`}
      submitLabel="Save"
      sendingLabel="Saving..."
      act={save}
      missing={minutes === null ? `Say how late it is, from 0 to ${LATE.max} minutes.` : undefined}
      onSubmit={() => save.run(minutes ?? 0)}
      onClose={onClose}
    >
      <NumberField
        label="Minutes late"
        {...LATE}
        value={typed}
        error={typed !== '' && minutes === null ? `From 0 to ${LATE.max} minutes.` : undefined}
        onType={setTyped}
      />
      <div className="flex flex-wrap gap-2">
        {event.lateMinutes > 0 && <Choice words="As planned" isChosen={minutes === 0} onChoose={() => setTyped('0')} />}
        <UsualMinutes minutes={minutes} onChoose={setTyped} />
      </div>
      <Following event={event} events={events} minutes={minutes} />
    </FormDialog>
  );
}

type UsualProps = { minutes: number | null; onChoose: (typed: string) => void };

export const UsualMinutes = ({ minutes, onChoose }: UsualProps) =>
  USUAL.map((one) => (
    <Choice key={one} words={`${one} min`} isChosen={minutes === one} onChoose={() => onChoose(String(one))} />
  ));

type ChoiceProps = { words: string; isChosen: boolean; onChoose: () => void };

const Choice = ({ words, isChosen, onChoose }: ChoiceProps) => (
  <Button tone={isChosen ? 'sun' : 'quiet'} aria-pressed={isChosen} onClick={onChoose}>
    {words}
  </Button>
);

type FollowingProps = { event: FestivalEvent; events: readonly FestivalEvent[]; minutes: number | null };

function Following({ event, events, minutes }: FollowingProps) {
  const followers = followersOf(event, events);
  if (followers.length === 0) return null;
  const after = latenessAfter(event, { ...event, lateMinutes: minutes ?? event.lateMinutes }, followers);
  return (
    <div className="grid gap-1.5">
      <p className="text-mute [overflow-wrap:anywhere]">Next in {event.location}:</p>
      <ul aria-live="polite" className="grid gap-1">
        {followers.slice(0, SHOWN).map(({ id, title, lateMinutes }) => (
          <li key={id} className="flex justify-between gap-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
            <Outcome minutes={after.get(id) ?? lateMinutes} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The delay of later ones is like theirs or less. */
const SHOWN = 3;

const Outcome = ({ minutes }: { minutes: number }) => (
  <strong className={`shrink-0 font-semibold ${minutes > 0 ? 'text-sun' : 'text-mute'}`}>{delayWords(minutes)}</strong>
);
