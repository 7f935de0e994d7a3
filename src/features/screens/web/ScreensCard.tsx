import { useQuery } from '@tanstack/react-query';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { EmptyState, Pending } from '#platform/web/ui/loading.tsx';
import type { StaffScreen } from '../contract.ts';
import { ScreenRow } from './parts/ScreenRow.tsx';
import { screensQuery } from './queries.ts';

const NewScreenDialog = onDemand(() => import('./NewScreenDialog.tsx').then((module) => module.NewScreenDialog));
const ScreenDialog = onDemand(() => import('./ScreenDialog.tsx').then((module) => module.ScreenDialog));

/** The big screens: which there are, whether they are heard of, and what they show. */
export function ScreensCard() {
  const { on, openUnlockDialog } = useAdminMode();
  const { data: screens, isError, refetch } = useQuery({ ...screensQuery, enabled: on });
  const dialog = useDialog<StaffScreen | 'new'>();
  if (!on)
    return (
      <EmptyState
        icon={<MonitorPlay />}
        title="Unlock to see the screens"
        text="Here you say what each big screen shows, page by page."
        action={<Button onClick={openUnlockDialog}>Unlock</Button>}
      />
    );
  if (screens === undefined)
    return <Pending what="screens" failed={isError} retry={refetch} count={2} className="h-28 rounded-2xl" />;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line px-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-3 py-4">
        <p className="max-w-prose text-pretty text-mute">
          Open <strong className="font-semibold text-ink">/display</strong> on the screen’s computer, choose{' '}
          <strong className="font-semibold text-ink">Make this a named screen</strong> there, and type its code here.
        </p>
        <Button tone="sea" onClick={() => guarded(() => dialog.open('new'))}>
          Add a screen
        </Button>
      </div>
      {screens.length > 0 && (
        <ul aria-label="Screens" className="divide-y divide-line">
          {screens.map((screen) => (
            <ScreenRow key={screen.name} screen={screen} onArrange={() => dialog.open(screen)} />
          ))}
        </ul>
      )}
      {dialog.show((screen) =>
        screen === 'new' ? (
          <NewScreenDialog screens={screens} onClose={dialog.close} />
        ) : (
          <ScreenDialog screen={screen} onClose={dialog.close} />
        ),
      )}
    </Card>
  );
}
