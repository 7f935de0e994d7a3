import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { FIELD_WORDS } from '#features/events/rules/meanwhile.ts';
import { longDay, timeRange } from '#platform/time.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { showToast } from '#platform/web/ui/toast.ts';
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

/** Previews what a programme would add and change, or lists the lines to correct. All of it is imported, or nothing. */
export function ProgrammeDialog({ name, csv, check, zone, onClose }: ProgrammeDialogProps) {
  const guarded = useGuarded();
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
              onClick={() => guarded(() => mutateAsync({ csv, ...shownBy(check) }))}
              disabledReason={isPending ? 'The programme is being imported.' : undefined}
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
        {bad > 0 ? <Problems problems={check.problems} /> : <Difference check={check} zone={zone} />}
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

type Row = Omit<ProgrammeCheck['events'][number], 'line'>;

const EventRow = ({ row: { title, startTime, duration, location }, zone }: { row: Row; zone: string }) => (
  <>
    <span className="font-semibold [overflow-wrap:anywhere]">{title}</span>
    <span className="text-sm text-mute [overflow-wrap:anywhere]">
      {longDay(startTime, zone)} · {timeRange(startTime, duration, zone)} · {location}
    </span>
  </>
);

const Rows = ({ label, rows, zone }: { label: string; rows: readonly Row[]; zone: string }) => (
  <>
    <ul aria-label={label} className="divide-y divide-line">
      {rows.slice(0, SHOWN).map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may name an event twice
        <li key={index} className="grid gap-0.5 py-2.5">
          <EventRow row={row} zone={zone} />
        </li>
      ))}
    </ul>
    <AndMore count={rows.length} />
  </>
);

/** New events, then what changes of those that are there, then what stays as it is. */
const Difference = ({ check, zone }: { check: ProgrammeCheck; zone: string }) => (
  <>
    {check.events.length > 0 && (
      <Part title={`New: ${events(check.events.length)}`}>
        <Rows label="Events to import" rows={check.events} zone={zone} />
      </Part>
    )}
    {check.changed.length > 0 && (
      <Part title={`Changed: ${events(check.changed.length)}`}>
        <p className="text-mute">People with a place get a notice of a new room, time or title.</p>
        <ul aria-label="Events to change" className="divide-y divide-line">
          {check.changed.slice(0, SHOWN).map((row) => (
            <li key={row.id} className="grid gap-0.5 py-2.5">
              <EventRow row={row} zone={zone} />
              <Changes changes={row.changes} />
            </li>
          ))}
        </ul>
        <AndMore count={check.changed.length} />
      </Part>
    )}
    {check.unchanged > 0 && <p className="text-mute">Unchanged: {events(check.unchanged)}</p>}
    {check.untouched.length > 0 && (
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 text-mute">
          Not in the file, and left alone: {events(check.untouched.length)}
        </summary>
        <Rows label="Events left alone" rows={check.untouched} zone={zone} />
      </details>
    )}
  </>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h3 className="text-lg font-semibold text-sun">{title}</h3>
    {children}
  </section>
);

type Change = ProgrammeCheck['changed'][number]['changes'][number];

const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <dl className="mt-1 grid gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-1">
    {changes.map(({ field, was, is }) => (
      <div key={field} className="contents">
        <dt className="text-mute max-sm:mt-1">{FIELD_WORDS[field]}</dt>
        <dd className="[overflow-wrap:anywhere]">
          <del className="text-mute">{valueWords(field, was)}</del> <span aria-hidden="true">→</span>{' '}
          <span className="sr-only">became </span>
          <ins className="font-semibold no-underline">{valueWords(field, is)}</ins>
        </dd>
      </div>
    ))}
  </dl>
);

const valueWords = (field: Change['field'], value: Change['was']): string => {
  if (value === null || value === '') return 'none';
  return field === 'eventType' || field === 'tournamentType' ? String(value).replaceAll('-', ' ') : String(value);
};

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
  seen: changed.map(({ id, revision }) => ({ id, revision })),
  added: events.map(({ line }) => line),
});
