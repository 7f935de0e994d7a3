import { useMutation } from '@tanstack/react-query';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { longDay, timeRange } from '#platform/time.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { ProgrammeCheck } from '../contract.ts';
import { importProgrammeMutation } from './queries.ts';

type ProgrammeDialogProps = {
  name: string;
  csv: string;
  check: ProgrammeCheck;
  zone: string;
  onClose: () => void;
};

const events = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'event' : 'events'}`;

/** Previews what a programme would add, or lists the lines to correct. All of it is imported, or nothing. */
export function ProgrammeDialog({ name, csv, check, zone, onClose }: ProgrammeDialogProps) {
  const guarded = useGuarded();
  const { mutateAsync, isPending, error } = useMutation({
    ...importProgrammeMutation,
    onSuccess: ({ imported }) => {
      showToast({ title: 'Programme imported', description: `${events(imported)} joined the programme.` });
      onClose();
    },
    onError: (failure) => {
      if (isLocked(failure)) return;
      showError('Failed to import the programme.');
    },
  });
  const bad = new Set(check.problems.map(({ line }) => line)).size;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import programme"
      description={
        bad === 0
          ? `${name} brings ${events(check.events.length)}.`
          : `${name} can’t be imported yet: ${bad === 1 ? '1 line needs' : `${bad} lines need`} mending. Nothing was added.`
      }
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {bad === 0 ? 'Cancel' : 'Close'}
          </Button>
          {bad === 0 && (
            <Button
              tone="sea"
              onClick={() => guarded(() => mutateAsync(csv))}
              disabledReason={isPending ? 'The programme is being imported.' : undefined}
            >
              {isPending ? 'Importing...' : `Import ${events(check.events.length)}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p role="alert" className="font-semibold text-coral empty:hidden">
          {error !== null && !isLocked(error) ? sentenceOf(error, '') : ''}
        </p>
        {check.ignored.length > 0 && (
          <p className="text-mute [overflow-wrap:anywhere]">
            Left out, because nothing here is called that: {check.ignored.join(', ')}.
          </p>
        )}
        {bad > 0 ? <Problems problems={check.problems} /> : <Preview rows={check.events} zone={zone} />}
      </div>
    </Dialog>
  );
}

/** More problems than anybody reads before correcting a file. */
const SHOWN = 200;

const AndMore = ({ count }: { count: number }) =>
  count > SHOWN && <p className="text-mute">and {(count - SHOWN).toLocaleString('en-US')} more.</p>;

const Problems = ({ problems }: { problems: ProgrammeCheck['problems'] }) => (
  <>
    <ul aria-label="Problems" className="grid gap-2">
      {problems.slice(0, SHOWN).map(({ line, field, message }) => (
        <li key={`${line} ${field} ${message}`} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3">
          <span className="font-semibold text-coral">Line {line}</span>
          <span className="[overflow-wrap:anywhere]">{message}</span>
        </li>
      ))}
    </ul>
    <AndMore count={problems.length} />
  </>
);

const Preview = ({ rows, zone }: { rows: ProgrammeCheck['events']; zone: string }) => (
  <>
    <ul aria-label="Events to import" className="divide-y divide-line">
      {rows.slice(0, SHOWN).map(({ line, title, startTime, duration, location }) => (
        <li key={line} className="grid gap-0.5 py-2.5">
          <span className="font-semibold [overflow-wrap:anywhere]">{title}</span>
          <span className="text-sm text-mute [overflow-wrap:anywhere]">
            {longDay(startTime, zone)} · {timeRange(startTime, duration, zone)} · {location}
          </span>
        </li>
      ))}
    </ul>
    <AndMore count={rows.length} />
  </>
);
