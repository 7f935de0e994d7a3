import { useQuery } from '@tanstack/react-query';
import Network from 'lucide-react/icons/network';
import type { ReactNode } from 'react';
import { AddToCalendar } from '#features/calendar/web/AddToCalendar.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isOver } from '#features/events/rules/clock.ts';
import { StarButton } from '#features/events/stars/web/StarButton.tsx';
import { EventDetailsDialog } from '#features/events/web/EventDetailsDialog.tsx';
import { MyPlaces } from '#features/rsvps/web/MyPlaces.tsx';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { WaitingHere } from '#features/waiting/web/WaitingLines.tsx';
import { useNow } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';

type EventDetailsProps = {
  /** None when the address names an event that is not there. */
  event: FestivalEvent | undefined;
  zone: string;
  onClose: () => void;
  onBracket: () => void;
  /** The event's button, for the foot. */
  action: (event: FestivalEvent) => ReactNode;
  onRsvp: (eventId: string) => void;
  onWait: (eventId: string) => void;
};

/** An event with this device's places in it. Loaded as one part, so that nothing moves once it is open. */
export const EventDetails = ({ event, zone, onClose, action, ...mine }: EventDetailsProps) => (
  <EventDetailsDialog
    event={event}
    zone={zone}
    onClose={onClose}
    action={event && action(event)}
    mine={event && <Mine event={event} zone={zone} {...mine} />}
  />
);

type MineProps = Omit<EventDetailsProps, 'event' | 'onClose' | 'action'> & { event: FestivalEvent };

function Mine({ event, zone, onBracket, onRsvp, onWait }: MineProps) {
  const { data: places = [] } = useQuery(myRsvpsQuery);
  const over = isOver(event, useNow());
  return (
    <>
      <p className="flex flex-wrap gap-2.5 empty:hidden">
        {!over && <AddToCalendar event={event} />}
        {!over && <StarButton event={event} />}
        {event.bracketDrawn && (
          <Button onClick={onBracket}>
            <Network aria-hidden="true" />
            Bracket
          </Button>
        )}
      </p>
      <MyPlaces
        event={event}
        zone={zone}
        places={places.filter((rsvp) => rsvp.eventId === event.id)}
        onRegisterAnother={() => onRsvp(event.id)}
      />
      <WaitingHere event={event} onJoin={onWait} />
    </>
  );
}
