import type { ReactNode } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { isLocked } from '#features/access/web/state.ts';
import { FIELD_WORDS } from '#features/events/rules/edits.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { clockTime, festivalDay, longDay, tickerTime, timeRange } from '#platform/time.ts';
import { request, sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { CheckField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { importProgramme, ProgrammeCheck, SeenEvent } from '../contract.ts';

/** What an import of a programme would do. */
const events = (count: number): string => counted(count, 'event', 'events');

/** More problems than anybody reads before correcting a file. */
export const SHOWN = 200;

export const AndMore = ({ count }: { count: number }) =>
  count > SHOWN && <p className="text-mute">and {(count - SHOWN).toLocaleString('en-US')} more.</p>;

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

type Questions = { apart: readonly number[]; onDecide: (line: number, isSame: boolean) => void };

/** Rooms booked twice, what changes of the events that are there, new events, then what stays as it is. */
const Difference = ({ check, zone, ...questions }: { check: ProgrammeCheck; zone: string } & Questions) => (
  <>
    {check.clashes.length > 0 && <Clashes clashes={check.clashes} zone={zone} />}
    {check.changed.length + check.questions.length > 0 && <Changed check={check} zone={zone} {...questions} />}
    {check.events.length > 0 && (
      <Part title={`New: ${events(check.events.length)}`}>
        <Rows label="Events to import" rows={check.events} zone={zone} />
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

/** First the lines that an organiser decides on, then the certain ones. */
function Changed({
  check: { changed, questions },
  zone,
  apart,
  onDecide,
}: { check: ProgrammeCheck; zone: string } & Questions) {
  const changesOf = new Map(changed.map((change) => [change.line, change]));
  const asked = new Set(questions.map(({ line }) => line));
  const certain = changed.filter(({ line }) => !asked.has(line));
  const told = changed.reduce((sum, change) => sum + change.told, 0);
  return (
    <Part title={changed.length > 0 ? `Changed: ${events(changed.length)}` : 'Moved, or new?'}>
      {changed.length > 0 && (
        <p className="text-mute">{counted(told, 'notice')} of a new room, time or title will be sent.</p>
      )}
      {questions.length > 0 && (
        <p className="text-mute">
          The same event keeps its places. If it is another one, the line becomes a new event, and the old one stays.
        </p>
      )}
      <ul aria-label="Events to change" className="divide-y divide-line">
        {questions.slice(0, SHOWN).map((question) => (
          <li key={question.line} className="grid gap-0.5 py-2.5">
            <CheckField
              checked={!apart.includes(question.line)}
              onCheck={(isSame) => onDecide(question.line, isSame)}
              className="font-semibold"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">{questionWords(question, zone)}</span>
            </CheckField>
            <Told change={changesOf.get(question.line)} zone={zone} />
          </li>
        ))}
        {certain.slice(0, SHOWN).map((row) => (
          <li key={row.id} className="grid gap-0.5 py-2.5">
            <EventRow row={row} zone={zone} />
            <Told change={row} zone={zone} />
          </li>
        ))}
      </ul>
      <AndMore count={Math.max(questions.length, certain.length)} />
    </Part>
  );
}

/** 'Werewolf night, 9:00 PM → 10:00 PM: the same event?' */
function questionWords({ was, ...is }: ProgrammeCheck['questions'][number], zone: string): string {
  const isSameDay = festivalDay(was.startTime, zone) === festivalDay(is.startTime, zone);
  const time = ({ startTime }: Row) => (isSameDay ? clockTime(startTime, zone) : tickerTime(startTime, zone));
  const parts = [({ title }: Row) => isolated(title), time, ({ location }: Row) => isolated(location)].map(
    (part, index) => (part(was) !== part(is) ? `${part(was)} → ${part(is)}` : index === 0 ? part(is) : ''),
  );
  return `${parts.filter(Boolean).join(', ')}: the same event?`;
}

const Told = ({ change, zone }: { change: ProgrammeCheck['changed'][number] | undefined; zone: string }) =>
  change !== undefined && (
    <>
      <Changes changes={change.changes} zone={zone} />
      {change.told > 0 && <p className="text-sm text-mute">{counted(change.told, 'notice')} will be sent.</p>}
    </>
  );

const Clashes = ({ clashes, zone }: { clashes: ProgrammeCheck['clashes']; zone: string }) => (
  <Part title={`Rooms booked twice: ${clashes.length}`}>
    <ul aria-label="Rooms booked twice" className="divide-y divide-line">
      {clashes.map(([one, other], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may name an event twice
        <li key={index} className="py-2.5 [overflow-wrap:anywhere]">
          {isolated(other.location)}, {longDay(other.startTime, zone)}: {timed(one, zone)} and {timed(other, zone)}.
        </li>
      ))}
    </ul>
  </Part>
);

const timed = ({ title, startTime, duration }: Row, zone: string): string =>
  `${isolated(title)} (${timeRange(startTime, duration, zone)})`;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h3 className="text-lg font-semibold text-sun">{title}</h3>
    {children}
  </section>
);

type Change = ProgrammeCheck['changed'][number]['changes'][number];

const Changes = ({ changes, zone }: { changes: readonly Change[]; zone: string }) => (
  <dl className="mt-1 grid gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-1">
    {changes.map(({ field, was, is }) => (
      <div key={field} className="contents">
        <dt className="text-mute max-sm:mt-1">{FIELD_WORDS[field]}</dt>
        <dd className="[overflow-wrap:anywhere]">
          <del className="text-mute">{valueWords(field, was, zone)}</del> <span aria-hidden="true">→</span>{' '}
          <span className="sr-only">became </span>
          <ins className="font-semibold no-underline">{valueWords(field, is, zone)}</ins>
        </dd>
      </div>
    ))}
  </dl>
);

const valueWords = (field: Change['field'], value: Change['was'], zone: string): string => {
  if (value === null || value === '') return 'none';
  if (field === 'startTime') return tickerTime(String(value), zone);
  return field === 'eventType' || field === 'tournamentType' ? String(value).replaceAll('-', ' ') : String(value);
};

type Import = { csv: string; apart: number[]; seen: SeenEvent[]; added: number[] };

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
  const send = (body: Import) => request<typeof importProgramme>('POST /api/admin/imports/programme', { body });
  const importing = useAct(send, {
    fails: '',
    inForm: true,
    busy: 'The programme is being imported.',
    done: ({ imported, changed }) => {
      showToast({ title: 'Programme imported', description: doneWords(imported, changed) });
      close();
    },
    failed: (failure) => showFailure(failure, 'Failed to import the programme.'),
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
              onClick={() => importing.run({ csv, apart, ...shownBy(check) })}
              disabledReason={importing.busy ?? (deciding ? 'The file is being read again.' : undefined)}
            >
              {importing.isBusy ? 'Importing...' : actWords(added, changed)}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p role="alert" className="font-semibold text-coral empty:hidden">
          {isLocked(importing.error) ? '' : sentenceOf(importing.error, '')}
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

export const Problems = ({ problems }: { problems: ProgrammeCheck['problems'] }) => (
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
