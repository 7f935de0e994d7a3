import FileUp from 'lucide-react/icons/file-up';
import Printer from 'lucide-react/icons/printer';
import { Link } from 'wouter';
import { useAct } from '#features/access/web/act.tsx';
import { textOf } from '#features/archive/web/ImportProgramme.tsx';
import { request } from '#platform/web/api.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { FileButton } from '#platform/web/ui/files.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import type { AttendeesCheck, checkAttendees } from '../contract.ts';
import { LARGEST_ATTENDEES_MB, MOST_ATTENDEES } from '../limits.ts';

const AttendeesDialog = onDemand(() => import('./AttendeesDialog.tsx').then((module) => module.AttendeesDialog));

type Reading = { readonly name: string; readonly csv: string };
type Looked = Reading & { readonly check: AttendeesCheck };

/** Imports a list of attendees from a spreadsheet: the server checks it, the page previews it, then it is written. */
export function ImportAttendees() {
  const dialog = useDialog<Looked>();
  const look = useAct(
    ({ csv }: Reading) => request<typeof checkAttendees>('POST /api/admin/imports/attendees/check', { body: { csv } }),
    {
      fails: 'Failed to read the list. Please try again.',
      done: (check, { name, csv }) => dialog.open({ name, csv, check }),
    },
  );
  const choose = async (file: File) => {
    const read = await textOf(file, LARGEST_ATTENDEES_MB);
    if ('problem' in read) showError(read.problem);
    else look.run({ name: file.name, csv: read.text });
  };
  return (
    <div className="grid gap-2">
      <FileButton accept=".csv,.tsv,.txt,text/csv" disabled={look.isBusy} onFile={choose}>
        <FileUp aria-hidden="true" />
        {look.isBusy ? 'Reading...' : 'Attendees from CSV'}
      </FileButton>
      <p className="text-sm text-pretty text-mute">
        Columns: name; if you like also group and code. Up to {MOST_ATTENDEES.toLocaleString('en-US')} people. Each gets
        an account with a code for a printed badge. You see everything first.
      </p>
      <Link to="/print/badges" className={buttonClass('ghost')}>
        <Printer aria-hidden="true" />
        Print badges
      </Link>
      {dialog.show((looked) => (
        <AttendeesDialog {...looked} onClose={dialog.close} />
      ))}
    </div>
  );
}
