import CalendarPlus from 'lucide-react/icons/calendar-plus';
import type { FestivalEvent } from '#features/events/contract.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';

type AddToCalendarProps = {
  event: Pick<FestivalEvent, 'id'>;
  /** Shows only the icon, where there is no room for words. */
  iconOnly?: boolean;
  /** The element that names the event, in a list of many. */
  titleId?: string;
};

/** Opens the event in the phone's calendar. Not `download`, with which iPhones would only save a file. */
export const AddToCalendar = ({ event, iconOnly = false, titleId }: AddToCalendarProps) => (
  <a
    href={`/calendar/events/${encodeURIComponent(event.id)}.ics`}
    className={`${buttonClass('ghost', iconOnly ? 'icon' : 'normal')} ${iconOnly ? 'add-to-calendar' : ''} no-print`}
    aria-describedby={titleId}
    title={iconOnly ? 'Add to calendar' : undefined}
  >
    <CalendarPlus aria-hidden="true" />
    <span className={iconOnly ? 'sr-only' : undefined}>Add to calendar</span>
  </a>
);
