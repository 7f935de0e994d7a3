import { useMutation, useQuery } from '@tanstack/react-query';
import FileUp from 'lucide-react/icons/file-up';
import { useState } from 'react';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { eventsQuery } from '#features/events/web/state.ts';
import { decode } from '#platform/decode.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { download, FileButton } from '#platform/web/ui/files.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import type { exportProgramme, ProgrammeCheck } from '../contract.ts';
import { LARGEST_PROGRAMME_MB } from '../limits.ts';
import { checkProgrammeMutation } from './queries.ts';

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

type Looked = { readonly name: string; readonly csv: string; readonly check: ProgrammeCheck };

/** Imports a programme from a spreadsheet: the server checks it, the page previews it, then it is written. */
export function ImportProgramme({ zone }: { zone: string }) {
  const { data: programme = [] } = useQuery(eventsQuery);
  const [looked, setLooked] = useState<Looked | null>(null);
  const refuse = (description: string) => showError(description);
  const { mutateAsync, isPending, variables } = useMutation({
    ...checkProgrammeMutation,
    onError: (error) =>
      !isLocked(error) && void refuse(sentenceOf(error, 'Failed to read the programme. Please try again.')),
  });
  const choose = async (file: File) => {
    const read = await textOf(file, LARGEST_PROGRAMME_MB);
    if ('problem' in read) refuse(read.problem);
    else look(file.name, { csv: read.text });
  };
  const look = (name: string, file: { csv: string; apart?: number[] }) =>
    guarded(async () => setLooked({ name, csv: file.csv, check: await mutateAsync(file) }));
  const close = () => setLooked(null);
  return (
    <div className="grid gap-2">
      <FileButton accept=".csv,.tsv,.txt,text/csv" disabled={isPending} onFile={choose}>
        <FileUp aria-hidden="true" />
        {isPending ? 'Reading...' : 'Programme from CSV'}
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
      {looked !== null && (
        <LazyBoundary onMissing={close}>
          <ProgrammeDialog
            {...looked}
            zone={zone}
            deciding={isPending ? (variables.apart ?? []) : null}
            onDecide={(apart) => look(looked.name, { csv: looked.csv, apart })}
            onClose={close}
          />
        </LazyBoundary>
      )}
    </div>
  );
}
