import CalendarPlus from 'lucide-react/icons/calendar-plus';
import type { FestivalEvent } from '#features/events/contract.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';

type AddToCalendarProps = {
  event: Pick<FestivalEvent, 'id' | 'title'>;
  /** Shows only the icon, where there is no room for words. */
  iconOnly?: boolean;
};

/** Opens the event in the phone's calendar. Not `download`, with which iPhones would only save a file. */
export const AddToCalendar = ({ event, iconOnly = false }: AddToCalendarProps) => (
  <a
    href={`/calendar/events/${encodeURIComponent(event.id)}.ics`}
    className={`${buttonClass('ghost', iconOnly ? 'icon' : 'normal')} ${iconOnly ? 'add-to-calendar' : ''} no-print`}
    aria-label={iconOnly ? `Add to calendar: ${event.title}` : undefined}
    title={iconOnly ? 'Add to calendar' : undefined}
  >
    <CalendarPlus aria-hidden="true" />
    {!iconOnly && 'Add to calendar'}
  </a>
);
