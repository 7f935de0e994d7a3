import { useState } from 'react';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import type { GiveToProps } from '#features/events/web/StaffParts.tsx';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';

const GiveToDialog = onDemand(() => import('./GiveToDialog.tsx').then((module) => module.GiveToDialog));

/** For organisers: where nobody gets the points of a place, an account for them. */
export function GiveToButton({ eventId, award }: GiveToProps) {
  const { on } = useAdminMode();
  const [isOpen, setOpen] = useState(false);
  if (!on || award.placeId === null) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button aria-label={`Give the points of ${award.name} to…`} onClick={() => guarded(() => setOpen(true))}>
        Give to…
      </Button>
      <LazyBoundary onMissing={close}>
        {isOpen && <GiveToDialog eventId={eventId} placeId={award.placeId} name={award.name} onClose={close} />}
      </LazyBoundary>
    </>
  );
}
