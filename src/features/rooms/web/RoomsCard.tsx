import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import { Link } from 'wouter';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import { ROOMS } from '#features/festival/rules/rooms.ts';
import { factsDeskQuery, useFestival } from '#features/festival/web/queries.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';

const RoomsDialog = onDemand(() => import('./RoomsDialog.tsx').then((module) => module.RoomsDialog));

/** The rooms of the map, and their editor. */
export function RoomsCard() {
  const { on } = useAdminMode();
  const { rooms = [] } = useFestival();
  const { data: desk } = useQuery({ ...factsDeskQuery, enabled: on });
  const dialog = useDialog();
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-pretty text-mute [overflow-wrap:anywhere]">
        {rooms.length === 0
          ? 'Each room gets a page with the way there, what is on and what comes next. Its name leads there from every event.'
          : rooms.map(({ name }) => name).join(', ')}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => guarded(() => dialog.open())}>
          <Pencil aria-hidden="true" />
          Edit rooms and map
        </Button>
        {rooms.length > 0 && (
          <Link href={ROOMS} className={buttonClass('ghost')}>
            See the page
          </Link>
        )}
      </div>
      {desk && dialog.show(() => <RoomsDialog desk={desk} onClose={dialog.close} />)}
    </div>
  );
}
