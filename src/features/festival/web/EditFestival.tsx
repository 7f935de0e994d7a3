import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import { type ReactNode, useState } from 'react';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { factsDeskQuery } from './queries.ts';

const FactsDialog = onDemand(() => import('./FactsDialog.tsx').then((module) => module.FactsDialog));

/** The button that opens the editor of the festival's facts. `hero` is shown in its preview. */
export function EditFestival({ hero }: { hero: ReactNode }) {
  const { on } = useAdminMode();
  const { data: desk } = useQuery({ ...factsDeskQuery, enabled: on });
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button tone="sea" onClick={() => guarded(() => setOpen(true))}>
        <Pencil aria-hidden="true" />
        Edit festival
      </Button>
      {open && desk && (
        <LazyBoundary onMissing={close}>
          <FactsDialog desk={desk} hero={hero} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
