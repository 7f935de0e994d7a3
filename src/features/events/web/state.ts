import { useEffect, useState } from 'react';
import { showError } from '#platform/web/ui/toast.ts';
import { useEvents } from './queries.ts';

/** The event whose form is open. The form of an event that is deleted closes, and a toast says why. */
export function useEventOfForm() {
  const [eventId, open] = useState<string | null>(null);
  const { known: events } = useEvents();
  const event = eventId === null ? undefined : events?.find(({ id }) => id === eventId);
  const isGone = eventId !== null && events !== undefined && event === undefined;
  useEffect(() => {
    if (!isGone) return;
    open(null);
    showError('This event is not in the programme any more.');
  }, [isGone]);
  return { event, open, close: () => open(null) };
}
