import { useQuery } from '@tanstack/react-query';
import { type EventDialogProps, PlaceDialog } from '#features/rsvps/web/PlaceDialog.tsx';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
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
      sendingReason="You are joining the waiting list."
      taken={people.filter(({ eventId }) => eventId === event.id).map(({ playerName }) => playerName)}
      mutation={joinMutation}
      failed="Failed to join the waiting list. Please try again."
      onDone={(entry) => {
        const description = `${entry.playerName} is ${lineWords([entry], event)} for ${event.title} and gets a place when one is free.`;
        showToast({ title: 'On the waiting list', description });
      }}
    />
  );
}
