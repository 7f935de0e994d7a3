import FileUp from 'lucide-react/icons/file-up';
import { useAct } from '#features/access/web/act.tsx';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import { decode } from '#platform/decode.ts';
import { request } from '#platform/web/api.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { download, FileButton } from '#platform/web/ui/files.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import type { checkProgramme, exportProgramme, ProgrammeCheck } from '../contract.ts';
import { LARGEST_PROGRAMME_MB } from '../limits.ts';

/** Returns the text of a chosen file, or why it cannot be read. */
const MEGABYTE = 1024 * 1024;

export const textOf = async (file: File, megabytes: number): Promise<{ text: string } | { problem: string }> => {
  if (file.size > megabytes * MEGABYTE) return { problem: `This file is larger than ${megabytes} MB.` };
  try {
    const text = decode(new Uint8Array(await file.arrayBuffer()));
    return text.includes('\0') ? { problem: 'This file holds no text.' } : { text };
  } catch {
    // A folder, or a file that was moved after it was chosen.
    return { problem: 'This file can’t be read. Choose it again.' };
  }
};

const ProgrammeDialog = onDemand(() => import('./ProgrammeDialog.tsx').then((module) => module.ProgrammeDialog));

/** `apart`: the lines that are read as new events. */
type Reading = { readonly name: string; readonly csv: string; readonly apart?: number[] };
type Looked = { readonly name: string; readonly csv: string; readonly check: ProgrammeCheck };

/** Imports a programme from a spreadsheet: the server checks it, the page previews it, then it is written. */
export function ImportProgramme({ zone }: { zone: string }) {
  const { data: programme = [] } = useAllEvents();
  const dialog = useDialog<Looked>();
  const send = ({ name: _, ...body }: Reading) =>
    request<typeof checkProgramme>('POST /api/admin/imports/programme/check', { body });
  const look = useAct(send, {
    fails: 'Failed to read the programme. Please try again.',
    done: (check, { name, csv }) => dialog.open({ name, csv, check }),
  });
  const choose = async (file: File) => {
    const read = await textOf(file, LARGEST_PROGRAMME_MB);
    if ('problem' in read) showError(read.problem);
    else look.run({ name: file.name, csv: read.text });
  };
  return (
    <div className="grid gap-2">
      <FileButton accept=".csv,.tsv,.txt,text/csv" disabled={look.isBusy} onFile={choose}>
        <FileUp aria-hidden="true" />
        {look.isBusy ? 'Reading...' : 'Programme from CSV'}
      </FileButton>
      <p className="text-sm text-pretty text-mute">
        Columns: title, type, start, location, host; if you like also description, duration, capacity, link, tournament,
        points (by place: “10, 5, 3”), taking part. A line with the id of an event, or its title, start and room,
        changes that event. You see everything first.
      </p>
      {programme.length > 0 && (
        <SaveButton save={() => download<typeof exportProgramme>('GET /api/admin/exports/programme.csv')}>
          Programme (CSV)
        </SaveButton>
      )}
      {dialog.show((looked) => (
        <ProgrammeDialog
          {...looked}
          zone={zone}
          deciding={look.isBusy ? (look.sent?.apart ?? []) : null}
          onDecide={(apart) => look.run({ name: looked.name, csv: looked.csv, apart })}
          onClose={dialog.close}
        />
      ))}
    </div>
  );
}
