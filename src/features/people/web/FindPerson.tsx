import UserSearch from 'lucide-react/icons/user-search';
import { useEffect } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';

const FindPersonDialog = onDemand(() => import('./FindPersonDialog.tsx').then((module) => module.FindPersonDialog));

/** The button in the header of organisers, and its dialog. */
export function FindPerson({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const dialog = useDialog();
  // Before the click: letters typed while the dialog loads would be lost.
  useEffect(() => {
    if (on) FindPersonDialog.preload().catch(() => undefined);
  }, [on]);
  if (!on) return null;
  return (
    <>
      <Tooltip text="Find a person" side="bottom">
        <Button tone="ghost" size="icon" aria-label="Find a person" onClick={() => dialog.open()}>
          <UserSearch aria-hidden="true" />
        </Button>
      </Tooltip>
      {dialog.show(() => (
        <FindPersonDialog zone={zone} onClose={dialog.close} />
      ))}
    </>
  );
}
