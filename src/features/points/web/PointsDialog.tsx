import { Dialog } from '#platform/web/ui/dialog.tsx';
import { GivePoints, type GivePointsProps } from './GivePoints.tsx';
import { PointsList } from './PointsList.tsx';
import { useGivesPoints } from './state.ts';

type PointsDialogProps = Pick<GivePointsProps, 'user' | 'event'> & { description?: string; onClose: () => void };

/** How a score came about; staff give points and undo them here. */
export const PointsDialog = ({ user, event, description, onClose }: PointsDialogProps) => (
  <Dialog open wide onClose={onClose} title={`Points of ${user.name}`} description={description}>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-2">
      {useGivesPoints() && <GivePoints user={user} event={event} />}
      <PointsList userId={user.id} name={user.name} />
    </div>
  </Dialog>
);
