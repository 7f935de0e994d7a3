import { clashesOf } from '../../rules/attention.ts';
import { timesOf } from '../../rules/clock.ts';
import { useEvents } from '../queries.ts';
import { type EventForm, readForm } from './event-form.ts';

type RoomClashProps = { form: EventForm; zone: string; eventId: string | undefined };

/**
 * Names what else is in the room at the time that the form says. Beside two columns its two lines are kept free, so that no field
 * moves; on phones none is.
 */
export function RoomClash({ form, zone, eventId }: RoomClashProps) {
  const { all = [] } = useEvents();
  const read = form.location.trim() === '' ? null : readForm(form, zone);
  const clashes = read !== null && 'event' in read ? clashesOf({ ...read.event, id: eventId ?? null }, all) : [];
  return (
    <p
      role="status"
      className="-mt-2.5 line-clamp-2 text-sm sm:min-h-10 max-sm:empty:-mt-4 font-semibold text-sun sm:col-span-2 [overflow-wrap:anywhere]"
    >
      {clashes.length > 0 && `Room taken (you can save anyway): ${timesOf(clashes, zone)}`}
    </p>
  );
}
