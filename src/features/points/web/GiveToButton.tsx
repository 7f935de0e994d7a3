import { guarded, useAdminMode } from '#features/access/web/state.ts';
import type { GiveToProps } from '#features/events/web/StaffParts.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';

const GiveToDialog = onDemand(() => import('./GiveToDialog.tsx').then((module) => module.GiveToDialog));

/** For organisers: where nobody gets the points of a place, an account for them; where they chose one, another. */
export function GiveToButton({ eventId, award }: GiveToProps) {
  const { on } = useAdminMode();
  const dialog = useDialog();
  const { placeId, name, chosen } = award;
  if (!on || placeId === null) return null;
  return (
    <>
      <Button
        aria-label={chosen === null ? `Give the points of ${name} to…` : `Change who gets the points of ${name}…`}
        onClick={() => guarded(() => dialog.open())}
      >
        {chosen === null ? 'Give to…' : 'Change…'}
      </Button>
      {dialog.show(() => (
        <GiveToDialog eventId={eventId} placeId={placeId} name={name} onClose={dialog.close} />
      ))}
    </>
  );
}
