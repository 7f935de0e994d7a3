import { useQuery } from '@tanstack/react-query';
import { type EventDialogProps, PlaceDialog } from '#features/rsvps/web/PlaceDialog.tsx';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { listed } from '#platform/numbers.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { lineWords } from '../rules.ts';
import { joinMutation, useMyEntries } from './queries.ts';

export function WaitingDialog({ event, ...rest }: EventDialogProps) {
  const { data: places = [] } = useQuery(myRsvpsQuery);
  const people = [...places, ...useMyEntries()];
  return (
    <PlaceDialog
      {...rest}
      event={event}
      act="join"
      title="Join Waiting List"
      submitLabel="Join"
      sendingLabel="Joining..."
      taken={people.filter(({ eventId }) => eventId === event.id).map(({ playerName }) => playerName)}
      mutation={joinMutation}
      failed="Failed to join the waiting list. Please try again."
      onDone={(entries, offer) => {
        const people = listed(entries.map(({ playerName }) => playerName));
        const when = entries.length === 1 ? 'gets a place when one is free' : 'get their places together';
        const description = `${people} ${entries.length === 1 ? 'is' : 'are'} ${lineWords(entries, event)} for ${event.title} and ${when}.`;
        showToast({ ...offer, title: 'On the waiting list', description, shownAt: '/schedule' });
      }}
    />
  );
}
