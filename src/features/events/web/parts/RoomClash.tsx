import { isolated } from '#platform/isolated.ts';
import { timeRange } from '#platform/time.ts';
import { clashesOf } from '../../rules/attention.ts';
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
  const named = clashes.map(
    ({ title, startTime, duration }) => `${timeRange(startTime, duration, zone)} ${isolated(title)}`,
  );
  return (
    <p
      role="status"
      className="-mt-2.5 line-clamp-2 text-sm sm:min-h-10 max-sm:empty:-mt-4 font-semibold text-sun sm:col-span-2 [overflow-wrap:anywhere]"
    >
      {named.length > 0 && `Room taken (you can save anyway): ${named.join(', ')}`}
    </p>
  );
}
