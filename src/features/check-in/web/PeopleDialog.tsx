import type { FestivalEvent } from '#features/events/contract.ts';
import { tickerTime } from '#platform/time.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { StaffList } from './StaffList.tsx';

type PeopleDialogProps = { event: FestivalEvent; zone: string; onClose: () => void };

/** The staff list of an event, from Manage Events. */
export const PeopleDialog = ({ event, zone, onClose }: PeopleDialogProps) => (
  <Dialog
    open
    wide
    onClose={onClose}
    title={event.title}
    description={`${tickerTime(event.startTime, zone)} · ${event.location}`}
  >
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-4">
      <StaffList event={event} zone={zone} boxed />
    </div>
  </Dialog>
);
