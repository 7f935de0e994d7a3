import { useMutation, useQuery } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { guarded, isLocked, useAdminMode } from '#features/access/web/state.ts';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { sentenceOf } from '#platform/web/api.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { download } from '#platform/web/ui/files.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { exportFacts, FactsDesk } from '../contract.ts';
import { EditFestival } from './EditFestival.tsx';
import { useDeletesEmails } from './parts/old-emails.ts';
import { dropFactsMutation, factsDeskQuery, undoFactsMutation, useFestival } from './queries.ts';

const UseFileDialog = onDemand(() => import('./parts/UseFileDialog.tsx').then((module) => module.UseFileDialog));

const FAILURE = 'The festival was not changed. Please try again.';

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
            {desk.isEdited ? 'As edited here, in place of what festival.json says.' : 'As festival.json says.'}
          </p>
        )}
      </div>
      {desk?.undoUntil && <UndoRow key={desk.revision} desk={desk} />}
      <div className="flex flex-wrap gap-2.5">
        <EditFestival hero={hero} />
        {desk?.isEdited && <UseFile desk={desk} />}
        <div>
          <SaveButton save={() => download<typeof exportFacts>('GET /api/admin/exports/facts.json')}>
            Save as festival.json
          </SaveButton>
        </div>
      </div>
    </Card>
  );
}

function UseFile({ desk }: { desk: FactsDesk }) {
  const [asking, setAsking] = useState(false);
  const deletesEmails = useDeletesEmails(desk.fileLastDay, desk.facts.lastDay);
  const { mutateAsync, isPending } = useMutation({
    ...dropFactsMutation,
    onSuccess: () =>
      showToast({ title: 'Back to festival.json', description: 'The festival is as festival.json says.' }),
    onError: (error) => !isLocked(error) && showError(sentenceOf(error, FAILURE)),
    onSettled: () => setAsking(false),
  });
  const use = () => guarded(() => mutateAsync(desk.revision));
  const close = () => setAsking(false);
  return (
    <>
      <Button
        tone="ghost"
        onClick={deletesEmails ? () => setAsking(true) : use}
        disabledReason={isPending ? 'Going back to festival.json.' : undefined}
      >
        <FileText aria-hidden="true" />
        Go back to the file
      </Button>
      {asking && (
        <LazyBoundary onMissing={close}>
          <UseFileDialog isPending={isPending} onUse={use} onClose={close} />
        </LazyBoundary>
      )}
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
        mutation={undoFactsMutation}
        of={desk.revision}
        onUndone={() => void showToast({ title: 'Undone', description: 'The festival is as it was before.' })}
      />
    </div>
  );
}
