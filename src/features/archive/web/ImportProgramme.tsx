import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import type { ProgrammeCheck } from '../contract.ts';
import { FileButton } from './parts/FileButton.tsx';
import { textOf } from './parts/text-of.ts';
import { checkProgrammeMutation } from './queries.ts';

const ProgrammeDialog = onDemand(() => import('./ProgrammeDialog.tsx').then((module) => module.ProgrammeDialog));

const LARGEST_MB = 1;

type Looked = { readonly name: string; readonly csv: string; readonly check: ProgrammeCheck };

/** Imports a programme from a spreadsheet: the server checks it, the page previews it, then it is written. */
export function ImportProgramme({ zone }: { zone: string }) {
  const guarded = useGuarded();
  const [looked, setLooked] = useState<Looked | null>(null);
  const refuse = (description: string) => showError(description);
  const { mutateAsync, isPending } = useMutation({
    ...checkProgrammeMutation,
    onError: (error) =>
      !isLocked(error) && void refuse(sentenceOf(error, 'Failed to read the programme. Please try again.')),
  });
  const choose = async (file: File) => {
    const read = await textOf(file, LARGEST_MB);
    if ('problem' in read) refuse(read.problem);
    else guarded(async () => setLooked({ name: file.name, csv: read.text, check: await mutateAsync(read.text) }));
  };
  const close = () => setLooked(null);
  return (
    <div className="grid gap-2">
      <FileButton label="Programme from CSV" accept=".csv,.tsv,.txt,text/csv" busy={isPending} onFile={choose} />
      <p className="text-sm text-pretty text-mute">
        Columns: title, type, start, location, host; if you like also description, duration, capacity, link, tournament.
        A line with the same title and start as an event changes that event. You see everything first.
      </p>
      {looked !== null && (
        <LazyBoundary onMissing={close}>
          <ProgrammeDialog {...looked} zone={zone} onClose={close} />
        </LazyBoundary>
      )}
    </div>
  );
}
