import Activity from 'lucide-react/icons/activity';
import { useEffect, useState } from 'react';
import { Locked } from '#features/access/web/Locked.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import type { Warning } from '../rules/warnings.ts';

const SystemPanel = onDemand(() => import('./SystemPanel.tsx').then((module) => module.SystemPanel));

const HASH = '#system';

/** The system on demand; a warning's link to it opens it too. */
export function SystemPart({ warnings, zone }: { warnings: readonly Warning[]; zone: string }) {
  const { on } = useAdminMode();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const follow = () => location.hash === HASH && setOpen(true);
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  if (!on) {
    return (
      <Locked icon={<Activity />} to="see the system" text="Here you see how the program and its server are doing." />
    );
  }
  const toggle = () => {
    // So that the same link opens it again.
    if (location.hash === HASH) history.replaceState(history.state, '', location.pathname + location.search);
    setOpen(!open);
  };
  return (
    <>
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:px-5">
        <p className="text-pretty text-mute">Version, database, backups, disk, open screens and timed work.</p>
        <Button aria-expanded={open} aria-controls="system-figures" onClick={toggle}>
          <Activity aria-hidden="true" />
          {open ? 'Hide the system' : 'Show the system'}
        </Button>
      </Card>
      <div id="system-figures" className="empty:hidden">
        {open && (
          <LazyBoundary onMissing={() => setOpen(false)}>
            <SystemPanel warnings={warnings} zone={zone} />
          </LazyBoundary>
        )}
      </div>
    </>
  );
}
