import { type ReactNode, useMemo, useState } from 'react';
import { counted } from '#platform/numbers.ts';
import { Badge, type Colour } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { CheckField, SelectField } from '#platform/web/ui/field.tsx';
import { focusAncestorOnUnmount } from '#platform/web/ui/focus.ts';
import { BoxedList } from '#platform/web/ui/long-list.tsx';
import { type Columns, doubtOf } from '../rules/columns.ts';
import type { ParseOptions } from '../rules/parse-file.ts';
import { type Dropped, type Parsed, problemsOf, type Row } from '../rules/rows.ts';
import type { Effect } from '../rules/verdicts.ts';

type Does = Effect['does'];
type Line = { readonly row: Row; readonly effect: Effect };

const SHOWN: Record<Does, { label: string; colour: Colour }> = {
  creates: { label: 'New user', colour: 'sea' },
  changes: { label: 'Changes', colour: 'sun' },
  keeps: { label: 'Unchanged', colour: 'mute' },
  fails: { label: 'Fails', colour: 'coral' },
};
const ORDER = ['creates', 'changes', 'keeps', 'fails'] as const;

type UploadPreviewProps = {
  parsed: Parsed;
  /** What each row will do; null when there are too many rows to send. */
  effects: readonly Effect[] | null;
  onReadAgain: (options: ParseOptions) => void;
  onLeaveOut: (row: Row) => void;
};

/** Preview of a file's rows and of what sending them will do. */
export function UploadPreview({ parsed, effects, onReadAgain, onLeaveOut }: UploadPreviewProps) {
  const { rows, header, dropped, columns } = parsed;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {header !== null && (
        <div className="grid gap-1 rounded-xl border border-line px-4 py-3">
          <p className="[overflow-wrap:anywhere]">
            {header.kept ? 'The first line counts as a row: ' : 'The first line was taken as the header: '}
            <q className="font-semibold">{header.text}</q>
          </p>
          <CheckField checked={header.kept} onCheck={(keepHeader) => onReadAgain({ keepHeader, columns: {} })}>
            It is a row, keep it
          </CheckField>
        </div>
      )}
      {columns !== undefined && <ColumnChoice columns={columns} onChoose={onReadAgain} />}
      {effects !== null && rows.length > 0 && (
        <>
          <Doubts rows={rows} onLeaveOut={onLeaveOut} />
          <Rows rows={rows} effects={effects} />
        </>
      )}
      {dropped.length > 0 && <LeftOut dropped={dropped} />}
    </div>
  );
}

type ColumnChoiceProps = { columns: Columns; onChoose: (options: ParseOptions) => void };

/** Says which columns hold names and scores; empty where an organiser has to choose. */
function ColumnChoice({ columns: { labels, name, score }, onChoose }: ColumnChoiceProps) {
  const options = labels.map((label, index) => ({
    value: String(index),
    label: labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (column ${index + 1})`,
  }));
  const select = (label: string, which: 'name' | 'score', column: number | null) => (
    <SelectField
      label={label}
      value={column ?? ''}
      options={column === null ? [{ value: '', label: 'Choose a column' }, ...options] : options}
      error={column === null ? 'More than one column could be meant.' : undefined}
      onChange={(change) => onChoose({ columns: { name, score, [which]: Number(change.target.value) } })}
    />
  );
  return (
    <div className="grid gap-3 rounded-xl border border-line px-4 py-3 sm:grid-cols-2">
      {select('Names are in the column', 'name', name)}
      {select('Scores are in the column', 'score', score)}
    </div>
  );
}

function Rows({ rows, effects }: { rows: readonly Row[]; effects: readonly Effect[] }) {
  const [only, setOnly] = useState<Does | 'all'>('all');
  const lines = useMemo(
    () => rows.flatMap((row, index): Line[] => (effects[index] ? [{ row, effect: effects[index] }] : [])),
    [rows, effects],
  );
  const shown = useMemo(
    () => (only === 'all' ? lines : lines.filter(({ effect }) => effect.does === only)),
    [lines, only],
  );
  const counts = ORDER.map((does) => ({ does, count: effects.filter((effect) => effect.does === does).length }));
  const options = [
    { value: 'all', label: `All ${counted(lines.length, 'row')}` },
    ...counts.map(({ does, count }) => ({
      value: does,
      label: `${SHOWN[does].label} (${count.toLocaleString('en-US')})`,
    })),
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap gap-2">
          {counts
            .filter(({ count }) => count > 0)
            .map(({ does, count }) => (
              <Badge key={does} colour={SHOWN[does].colour}>
                {SHOWN[does].label}: {count.toLocaleString('en-US')}
              </Badge>
            ))}
        </p>
        <SelectField
          label="Rows shown"
          quietLabel
          options={options}
          value={only}
          onChange={(change) => setOnly(change.target.value as Does | 'all')}
        />
      </div>
      {shown.length === 0 ? (
        <p className="text-mute">No such rows.</p>
      ) : (
        <div className="overflow-hidden rounded-xl border border-line">
          <BoxedList label="Rows of the file" items={shown} keyOf={({ row }) => row.line} rowHeight={49}>
            {(line) => <PreviewRow line={line} />}
          </BoxedList>
        </div>
      )}
    </>
  );
}

const PreviewRow = ({ line: { row, effect } }: { line: Line }) => (
  <div className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1 border-b border-line px-3 py-3 sm:grid-cols-[3.5rem_minmax(0,1fr)_auto_7rem]">
    <span className="text-sm text-mute">
      <span className="sr-only">Line </span>
      {row.line}
    </span>
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {row.name}
      {effect.does === 'fails' && <span className="block text-sm text-coral">{effect.why}</span>}
    </span>
    <Change row={row} effect={effect} />
    <span className="col-start-2 sm:col-start-auto sm:justify-self-end">
      <Badge colour={SHOWN[effect.does].colour}>{SHOWN[effect.does].label}</Badge>
    </span>
  </div>
);

function Change({ row, effect }: { row: Row; effect: Effect }): ReactNode {
  const to = 'to' in effect ? effect.to : row.score;
  const score = <span className="font-semibold">{to.toLocaleString('en-US')}</span>;
  if (effect.does !== 'changes') return score;
  return (
    <span className="whitespace-nowrap">
      <span className="text-mute">{effect.from.toLocaleString('en-US')}</span>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> becomes </span>
      {score}
    </span>
  );
}

function Doubts({ rows, onLeaveOut }: { rows: readonly Row[]; onLeaveOut: (row: Row) => void }) {
  const doubtful = useMemo(() => {
    return rows.flatMap((row) => {
      const doubt = doubtOf(row.name);
      return doubt === null ? [] : [{ row, doubt }];
    });
  }, [rows]);
  if (doubtful.length === 0) return null;
  return (
    <div className="rounded-xl border border-sun">
      <p className="px-4 py-2 font-semibold text-sun">{counted(doubtful.length, 'row')} may not be a person’s score</p>
      <BoxedList label="Rows in doubt" items={doubtful} keyOf={({ row }) => row.line} rowHeight={61}>
        {({ row, doubt }) => (
          <div
            ref={focusAncestorOnUnmount}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line px-4 py-2"
          >
            <p className="min-w-40 flex-1 [overflow-wrap:anywhere]">
              <span className="text-mute">Line {row.line}:</span> <q className="font-semibold">{row.name}</q>,{' '}
              {row.score.toLocaleString('en-US')}, {doubt}
            </p>
            <Button aria-label={`Leave out line ${row.line}`} onClick={() => onLeaveOut(row)}>
              Leave out
            </Button>
          </div>
        )}
      </BoxedList>
    </div>
  );
}

/** Lines of one problem that are shown without asking. */
const FEW = 3;

function LeftOut({ dropped }: { dropped: readonly Dropped[] }) {
  const problems = useMemo(() => problemsOf(dropped), [dropped]);
  return (
    <details className="rounded-xl border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 py-2 font-semibold text-coral">
        {counted(dropped.length, 'line is', 'lines are')} left out
      </summary>
      {problems.map(({ why, lines }) => (
        <details key={why} open={lines.length <= FEW} className="border-t border-line">
          <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-coral">
            {counted(lines.length, 'line')}: {why}
          </summary>
          <BoxedList label={`Lines left out: ${why}`} items={lines} keyOf={({ line }) => line} rowHeight={33}>
            {({ line, text }) => (
              <p className="px-4 py-1 [overflow-wrap:anywhere]">
                <span className="text-mute">Line {line}:</span> {text}
              </p>
            )}
          </BoxedList>
        </details>
      ))}
    </details>
  );
}
