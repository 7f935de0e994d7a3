import { useQuery } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { request } from '#platform/web/api.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { download } from '#platform/web/ui/files.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { exportFacts, FactsDesk, undoFacts, useFile } from '../contract.ts';
import { EditFestival } from './EditFestival.tsx';
import { useDeletesEmails } from './parts/old-emails.ts';
import { factsDeskQuery, useFestival } from './queries.ts';

const UseFileDialog = onDemand(() => import('./parts/UseFileDialog.tsx').then((module) => module.UseFileDialog));

/** The festival's facts: what they are, and their editor. `hero` is shown in its preview. */
export function FactsCard({ hero }: { hero: ReactNode }) {
  const { on } = useAdminMode();
  const { name, dates, place } = useFestival();
  const { data: desk } = useQuery({ ...factsDeskQuery, enabled: on });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-6">
      <div className="grid gap-1 [overflow-wrap:anywhere]">
        <p className="text-lg leading-tight font-semibold">{name}</p>
        <p>
          {dates} · {place}
        </p>
        {desk && (
          <p className="text-sm text-mute">
            {desk.isEdited
              ? 'As edited here, in place of what the file on the server says.'
              : 'As the file on the server says.'}
          </p>
        )}
      </div>
      {desk?.undoUntil && <UndoRow key={desk.revision} desk={desk} />}
      <div className="flex flex-wrap gap-2.5">
        <EditFestival hero={hero} />
        {desk?.isEdited && <UseFile desk={desk} />}
        <div>
          <SaveButton save={() => download<typeof exportFacts>('GET /api/admin/exports/facts.json')}>
            Save as a file
          </SaveButton>
        </div>
      </div>
    </Card>
  );
}

function UseFile({ desk }: { desk: FactsDesk }) {
  const ask = useDialog();
  const deletesEmails = useDeletesEmails(desk.fileLastDay, desk.facts.lastDay);
  const use = useAct(
    (expectedRevision: number) =>
      request<typeof useFile>('POST /api/admin/festival/use-file', { body: { expectedRevision } }),
    {
      fails: 'The festival was not changed. Please try again.',
      busy: 'Going back to the file on the server.',
      done: () =>
        showToast({ title: 'Back to the server’s file', description: 'The festival is as the server’s file says.' }),
      settled: ask.close,
    },
  );
  return (
    <>
      <Button
        tone="ghost"
        onClick={() => (deletesEmails ? ask.open() : use.run(desk.revision))}
        disabledReason={use.busy}
      >
        <FileText aria-hidden="true" />
        Go back to the file
      </Button>
      {ask.show(() => (
        <UseFileDialog busy={use.busy} onUse={() => use.run(desk.revision)} onClose={ask.close} />
      ))}
    </>
  );
}

function UndoRow({ desk }: { desk: FactsDesk }) {
  const row = useRef<HTMLDivElement>(null);
  // The button that was pressed may be gone with its state.
  useEffect(() => {
    if (document.activeElement === document.body) row.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div
      ref={row}
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-dashed border-edge p-3"
    >
      <p className="text-mute">Changed. For a minute you can undo this.</p>
      <UndoOffer
        undo={(expectedRevision) =>
          request<typeof undoFacts>('POST /api/admin/festival/undo', { body: { expectedRevision } })
        }
        of={desk.revision}
        onUndone={() => void showToast({ title: 'Undone', description: 'The festival is as it was before.' })}
      />
    </div>
  );
}
