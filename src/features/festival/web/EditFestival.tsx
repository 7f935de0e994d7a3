import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import type { ReactNode } from 'react';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { factsDeskQuery } from './queries.ts';

const FactsDialog = onDemand(() => import('./FactsDialog.tsx').then((module) => module.FactsDialog));

/** The button that opens the editor of the festival's facts. `hero` is shown in its preview. */
export function EditFestival({ hero }: { hero: ReactNode }) {
  const { on } = useAdminMode();
  const { data: desk } = useQuery({ ...factsDeskQuery, enabled: on });
  const dialog = useDialog();
  return (
    <>
      <Button tone="sea" onClick={() => guarded(() => dialog.open())}>
        <Pencil aria-hidden="true" />
        Edit festival
      </Button>
      {desk && dialog.show(() => <FactsDialog desk={desk} hero={hero} onClose={dialog.close} />)}
    </>
  );
}
