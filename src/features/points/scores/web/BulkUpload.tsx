import { useQuery } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import FileUp from 'lucide-react/icons/file-up';
import { type DragEvent, useMemo, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { deletedUsersQuery, useKnownUsers } from '#features/people/users/web/state.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { request, sentenceOf } from '#platform/web/api.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { FileButton } from '#platform/web/ui/files.tsx';
import { focusAncestorOnUnmount } from '#platform/web/ui/focus.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { signed } from '../../rules.ts';
import { pointsSinceQuery } from '../../web/state.ts';
import type { bulkScores } from '../contract.ts';
import { isAsked } from '../rules/columns.ts';
import { ACCEPTED } from '../rules/parse-file.ts';
import { leftOutOf, type Parsed, type Row } from '../rules/rows.ts';
import {
  bulkMessage,
  byNameKey,
  type Effect,
  effectsOf,
  exportedAt,
  judge,
  type Mode,
  ROWS_AT_MOST,
  ROWS_AT_MOST_TEXT,
} from '../rules/verdicts.ts';
import { type ChosenFile, useChosenFile } from './parts/chosen-file.ts';
import { UploadPreview } from './UploadPreview.tsx';

/** Drop target for a file of scores, with a button to choose one. */
function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const alive = useHydrated();
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const leave = (event: DragEvent<HTMLElement>) => {
    // Moving over a child also fires dragleave.
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside does the same
    <div
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
      data-over={over || undefined}
      className="grid justify-items-center gap-3 rounded-2xl border-2 border-dashed border-edge bg-deep px-5 py-8 text-center transition-colors duration-150 data-over:border-sea data-over:bg-sea/14"
    >
      <FileUp aria-hidden="true" className={`size-8 ${over ? 'text-sea' : 'text-sun'}`} />
      <p className="font-semibold text-pretty">
        {over ? 'Drop the file here' : 'Drop a CSV, TSV, TXT or JSON file here'}
      </p>
      <p className="text-sm text-mute">or</p>
      {/* Disabled before hydration, when a chosen file would be lost. */}
      <FileButton accept={ACCEPTED} disabled={!alive} onFile={onFile}>
        Choose a file
      </FileButton>
    </div>
  );
}

/** Upload of many scores from a file: choose, preview, send. */
export function BulkUpload() {
  const { chosen, choose, readAgain, leaveOut, clear } = useChosenFile();
  const [last, setLast] = useState('');
  const rows = chosen.at === 'read' ? chosen.parsed.rows : NO_ROWS;
  const [mode, setMode] = useState<Mode>('set');
  const { effects, failing } = useEffects(rows, mode);
  const written = rows.length - failing;
  const reason = chosen.at === 'read' ? reasonNotToSend(chosen.parsed) : undefined;
  const { send, isPending } = useUpload((message) => {
    setLast(message);
    clear();
  });
  const pick = (file: File) => {
    setLast('');
    void choose(file);
  };
  return (
    <section
      tabIndex={-1}
      aria-label="File of scores"
      className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-4 rounded-xl sm:px-3"
    >
      <p className="max-w-prose text-pretty text-mute">
        One name and score on each line. Names must match existing users (case-insensitive); unknown names become new
        users. Scores overwrite the ones there are. A header line is optional. At most {ROWS_AT_MOST_TEXT} rows.
      </p>
      {/* The key remounts it at each step, so that the ref keeps the focus in the section. */}
      <div key={chosen.at} ref={focusAncestorOnUnmount} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {chosen.at === 'none' && <DropZone onFile={pick} />}
        {chosen.at === 'reading' && <Reading file={chosen.file} onClear={clear} />}
        {chosen.at === 'read' && (
          <>
            <FileLine file={chosen.file} rows={rows.length} isSending={isPending} onClear={clear} />
            <SetOrAdd mode={mode} onMode={setMode} />
            <CameInSince file={chosen.file} effects={effects} />
            <UploadPreview parsed={chosen.parsed} effects={effects} onReadAgain={readAgain} onLeaveOut={leaveOut} />
            <div className="flex flex-wrap gap-2.5">
              <Button
                tone="sun"
                onClick={() => send(chosen.file, chosen.parsed, mode)}
                disabledReason={isPending ? 'The scores are being uploaded.' : reason}
              >
                {isPending ? 'Uploading...' : sendWords(written)}
              </Button>
            </div>
            <p className="font-semibold text-coral empty:hidden">{reason}</p>
          </>
        )}
      </div>
      <p role="status" className="font-semibold text-sea empty:hidden">
        {last}
      </p>
    </section>
  );
}

const NO_ROWS: readonly Row[] = [];

const sendWords = (rows: number): string => (rows === 0 ? 'Upload' : `Upload ${counted(rows, 'row')}`);

const reasonNotToSend = ({ columns, rows }: Parsed): string | undefined => {
  if (isAsked(columns)) return 'Choose the columns of names and scores first.';
  if (rows.length === 0) return 'There is no row to upload.';
  if (rows.length <= ROWS_AT_MOST) return undefined;
  return `This file has ${rows.length.toLocaleString('en-US')} rows; ${ROWS_AT_MOST_TEXT} go in one upload. Split it into parts.`;
};

/** Returns what each row will do to the current users, once they are loaded, and how many rows fail. */
function useEffects(rows: readonly Row[], mode: Mode): { effects: readonly Effect[] | null; failing: number } {
  const { on } = useAdminMode();
  const { data: users } = useKnownUsers();
  const { data: deleted } = useQuery({ ...deletedUsersQuery, enabled: on });
  const asked = rows.length > 0 && rows.length <= ROWS_AT_MOST;
  const judged = useMemo(() => (asked ? judge(rows) : null), [rows, asked]);
  const byKey = useMemo(() => (asked && users ? byNameKey(users) : null), [users, asked]);
  const hidden = useMemo(() => byNameKey(deleted ?? []), [deleted]);
  const effects = useMemo(
    () => judged && byKey && effectsOf(rows, judged, byKey, mode, hidden),
    [rows, judged, byKey, mode, hidden],
  );
  return { effects, failing: judged?.refused.size ?? 0 };
}

type Upload = Parameters<typeof request<typeof bulkScores>>[1]['body'];

const sendScores = (body: Upload) => request<typeof bulkScores>('POST /api/users/bulk-scores', { body });

function useUpload(onDone: (message: string) => void) {
  const upload = useAct(sendScores, {
    fails: '',
    inForm: true,
    done: (counts, { leftOut = [] }) => {
      const description = bulkMessage(counts);
      const lines = leftOut.reduce((sum, { count }) => sum + count, 0);
      const notSent = lines === 0 ? '' : `${counted(lines, 'line was', 'lines were')} left out.`;
      showToast({ title: 'Upload complete', description, detail: notSent });
      const more = counts.failed + lines > 0 ? 'Upload History says which and why.' : '';
      onDone([`${description}.`, notSent, more].filter(Boolean).join(' '));
    },
    failed: (error) => showError(sentenceOf(error, 'Failed to process file.'), 'Upload Failed'),
  });
  const send = ({ name, kind }: ChosenFile, { rows, dropped }: Parsed, mode: Mode) => {
    const updates = rows.map((row) => ({ name: row.name, score: row.score }));
    const leftOut = leftOutOf(dropped);
    const more = { ...(leftOut.length > 0 && { leftOut }), ...(mode === 'add' && { mode }) };
    upload.run({ updates, fileName: name, fileType: kind, ...more });
  };
  return { send, isPending: upload.isBusy };
}

const MODES = [
  { mode: 'set', label: 'Set the scores' },
  { mode: 'add', label: 'Add to the scores' },
] as const;

const SetOrAdd = ({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) => (
  <fieldset className="flex flex-wrap gap-x-6">
    <legend className="sr-only">What the points of the file do</legend>
    {MODES.map((one) => (
      <label key={one.mode} className="flex min-h-11 items-center gap-2.5">
        <input
          type="radio"
          name="mode"
          className="size-5 accent-sea-fill"
          checked={mode === one.mode}
          onChange={() => onMode(one.mode)}
        />
        {one.label}
      </label>
    ))}
  </fieldset>
);

/** Names told one by one. */
const NAMED = 10;

/** Setting the scores of an export would take away what came in since. */
function CameInSince({ file, effects }: { file: ChosenFile; effects: readonly Effect[] | null }) {
  const at = exportedAt(file.name);
  const { data: since = [] } = useQuery({ ...pointsSinceQuery(at ?? ''), enabled: at !== null });
  const { data: users = [] } = useKnownUsers();
  const inFile = new Set((effects ?? []).flatMap((effect) => ('userId' in effect ? effect.userId : [])));
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const lines = since.filter(({ userId }) => inFile.has(userId));
  if (lines.length === 0) return null;
  return (
    <div className="rounded-xl border border-sun px-4 py-3 [overflow-wrap:anywhere]">
      <p className="font-semibold text-sun">
        Points came in since this file was exported. Setting the scores takes them away:
      </p>
      <ul>
        {lines.slice(0, NAMED).map(({ userId, points }) => (
          <li key={userId}>{`${isolated(names.get(userId) ?? '')} ${signed(points)}`}</li>
        ))}
        {lines.length > NAMED && <li>{`and ${lines.length - NAMED} more`}</li>}
      </ul>
    </div>
  );
}

type FileLineProps = { file: ChosenFile; rows: number; isSending: boolean; onClear: () => void };

const FileLine = ({ file, rows, isSending, onClear }: FileLineProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <FileText aria-hidden="true" className="size-6 shrink-0 text-sun" />
    <p role="status" className="min-w-40 flex-1 [overflow-wrap:anywhere]">
      <span className="font-semibold">{file.name}</span>
      <span className="text-mute"> · {counted(rows, 'row')}</span>
    </p>
    <Button tone="ghost" onClick={onClear} disabledReason={isSending ? 'The scores are being uploaded.' : undefined}>
      Clear
    </Button>
  </div>
);

const Reading = ({ file, onClear }: { file: ChosenFile; onClear: () => void }) => (
  <div className="grid gap-3">
    <label className="grid gap-2 [overflow-wrap:anywhere]">
      Reading {file.name}
      <progress className="h-3 w-full accent-sea-fill" />
    </label>
    <Button tone="ghost" className="justify-self-start" onClick={onClear}>
      Clear
    </Button>
  </div>
);
