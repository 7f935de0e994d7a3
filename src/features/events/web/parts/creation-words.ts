/** What organisers read after creating an event, from its own dialog or as a copy of one that was deleted. */
import { showToast } from '#platform/web/ui/toast.ts';

export const NOT_CREATED = 'Failed to create event. Please try again.';

export const showCreated = () =>
  showToast({ title: 'Event Created!', description: 'New event has been added successfully.' });
