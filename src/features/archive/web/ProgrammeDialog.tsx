import { useMutation } from '@tanstack/react-query';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { ProgrammeCheck } from '../contract.ts';
import { AndMore, Difference, events, SHOWN } from './parts/ProgrammeDifference.tsx';
import { importProgrammeMutation } from './queries.ts';

type ProgrammeDialogProps = {
  name: string;
  csv: string;
  check: ProgrammeCheck;
  zone: string;
  /** The lines that are being read again as new events; null while nothing is read. */
  deciding: readonly number[] | null;
  /** Reads the file again, with these lines as new events. */
  onDecide: (apart: number[]) => void;
  onClose: () => void;
};

/** Previews what a programme would add and change, or lists the lines to correct. All of it is imported, or nothing. */
export function ProgrammeDialog({ name, csv, check, zone, deciding, onDecide, onClose }: ProgrammeDialogProps) {
  const { close, showFailure } = useDialogWrite('Import programme', onClose);
  const { mutateAsync, isPending, error } = useMutation({
    ...importProgrammeMutation,
    onSuccess: ({ imported, changed }) => {
      showToast({ title: 'Programme imported', description: doneWords(imported, changed) });
      close();
    },
    onError: (failure) => isLocked(failure) || showFailure(failure, 'Failed to import the programme.'),
  });
  const bad = new Set(check.problems.map(({ line }) => line)).size;
  const [added, changed] = [check.events.length, check.changed.length];
  const apart = check.questions.filter(({ isSame }) => !isSame).map(({ line }) => line);
  const decide = (line: number, isSame: boolean) =>
    onDecide(isSame ? apart.filter((one) => one !== line) : [...apart, line]);
  const ready = bad === 0 && added + changed > 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import programme"
      description={summary(name, bad, added + changed)}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {ready ? 'Cancel' : 'Close'}
          </Button>
          {ready && (
            <Button
              tone="sea"
              onClick={() => guarded(() => mutateAsync({ csv, apart, ...shownBy(check) }))}
              disabledReason={
                isPending ? 'The programme is being imported.' : deciding ? 'The file is being read again.' : undefined
              }
            >
              {isPending ? 'Importing...' : actWords(added, changed)}
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
          <p className="text-mute [overflow-wrap:anywhere]">Unknown columns, left out: {check.ignored.join(', ')}.</p>
        )}
        {bad > 0 ? (
          <Problems problems={check.problems} />
        ) : (
          <Difference check={check} apart={deciding ?? apart} onDecide={decide} zone={zone} />
        )}
      </div>
    </Dialog>
  );
}

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

/** 'Import 2 events', 'Change 1 event', 'Import 2 events, change 1'. */
const actWords = (added: number, changed: number): string => {
  if (changed === 0) return `Import ${events(added)}`;
  return added === 0 ? `Change ${events(changed)}` : `Import ${events(added)}, change ${changed}`;
};

const doneWords = (added: number, changed: number): string => {
  if (added + changed === 0) return 'The programme has all of it already.';
  return [
    ...(added > 0 ? [`${events(added)} joined the programme.`] : []),
    ...(changed > 0 ? [`${events(changed)} changed.`] : []),
  ].join(' ');
};

const summary = (name: string, bad: number, todo: number): string => {
  if (bad > 0) {
    return `${name} can’t be imported yet: ${bad === 1 ? '1 line needs' : `${bad} lines need`} mending. Nothing was added.`;
  }
  return todo === 0
    ? `Nothing to do: the programme has all of ${name} as it is.`
    : `This is what ${name} does to the programme.`;
};

const shownBy = ({ changed, events }: ProgrammeCheck) => ({
  seen: changed.map(({ id, revision, line }) => ({ id, revision, line })),
  added: events.map(({ line }) => line),
});
