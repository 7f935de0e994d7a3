import { useQuery } from '@tanstack/react-query';
import { isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { clockTime } from '#platform/time.ts';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { type EventDialogProps, PlaceDialog } from './PlaceDialog.tsx';
import { myRsvpsQuery, registerMutation } from './queries.ts';

export function RsvpDialog({ event, zone, onClose }: EventDialogProps) {
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  return (
    <PlaceDialog
      event={event}
      zone={zone}
      onClose={onClose}
      act="register"
      title="Register for Event"
      submitLabel="Confirm"
      sendingLabel="Registering..."
      taken={mine.filter(({ eventId }) => eventId === event.id).map(({ playerName }) => playerName)}
      mutation={registerMutation}
      failed="Failed to register for event. Please try again."
      onDone={(places, offer) => {
        const people = listed(places.map(({ playerName }) => isolated(playerName)));
        showToast({
          ...offer,
          shownAt: '/schedule',
          title: 'Success!',
          description: "You've been registered for the event.",
          detail: `${people} ${places.length === 1 ? 'has a place' : 'have places'} in ${isolated(event.title)}, ${clockTime(event.startTime, zone)}.`,
        });
        celebrate();
      }}
    />
  );
}
