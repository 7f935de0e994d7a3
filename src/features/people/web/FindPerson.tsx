import UserSearch from 'lucide-react/icons/user-search';
import { useEffect } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';

const FindPersonDialog = onDemand(() => import('./FindPersonDialog.tsx').then((module) => module.FindPersonDialog));

const WORDS = 'Find a person';

/** The button that finds a person, for organisers, and its dialog; in the header an icon alone. */
export function FindPerson({ zone, withWords = false }: { zone: string; withWords?: boolean }) {
  const { on } = useAdminMode();
  const dialog = useDialog();
  // Before the click: letters typed while the dialog loads would be lost.
  useEffect(() => {
    if (on) FindPersonDialog.preload().catch(() => undefined);
  }, [on]);
  if (!on) return null;
  return (
    <>
      <Tooltip text={withWords ? undefined : WORDS} side="bottom">
        <Button
          {...(withWords ? {} : { tone: 'ghost', size: 'icon', 'aria-label': WORDS })}
          onClick={() => dialog.open()}
        >
          <UserSearch aria-hidden="true" />
          {withWords && WORDS}
        </Button>
      </Tooltip>
      {dialog.show(() => (
        <FindPersonDialog zone={zone} onClose={dialog.close} />
      ))}
    </>
  );
}
