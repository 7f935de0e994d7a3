import { useQuery } from '@tanstack/react-query';
import { drawnAt } from '#features/festival/rules/opening.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { clockTime, tickerTime } from '#platform/time.ts';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { type EventDialogProps, PlaceDialog } from './PlaceDialog.tsx';
import { myRsvpsQuery, registerMutation } from './queries.ts';

const REGISTER = { title: 'Register for Event', submitLabel: 'Confirm', sendingLabel: 'Registering...' };
const ASK = { title: 'Ask for a Place', submitLabel: 'Ask', sendingLabel: 'Asking...' };

export function RsvpDialog({ event, zone, onClose }: EventDialogProps) {
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  const drawn = drawnAt(useFestival());
  return (
    <PlaceDialog
      event={event}
      zone={zone}
      onClose={onClose}
      act="register"
      {...(event.lottery ? ASK : REGISTER)}
      taken={mine.filter(({ eventId }) => eventId === event.id).map(({ playerName }) => playerName)}
      mutation={registerMutation}
      failed="Failed to register for event. Please try again."
      onDone={(places, offer) => {
        const people = listed(places.map(({ playerName }) => isolated(playerName)));
        if (places.some(({ state }) => state === 'requested')) {
          const when = drawn === null ? 'soon' : tickerTime(drawn, zone);
          const description = `The places in ${isolated(event.title)} are drawn ${when}. ${people} will be told.`;
          showToast({ shownAt: '/schedule', title: 'You have asked for a place', description });
          return;
        }
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
