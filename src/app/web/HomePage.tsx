import { useCallback, useState } from 'react';
import { AddToCalendar } from '#features/calendar/web/AddToCalendar.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { cardTitleId } from '#features/events/web/EventCard.tsx';
import { useRsvp } from '#features/rsvps/web/RsvpButton.tsx';
import { useWaiting } from '#features/waiting/web/WaitingButton.tsx';
import { changeQuery } from '#platform/web/change-query.ts';
import { Hero } from './Hero.tsx';
import { HomeDialogs, type OpenDialog } from './HomeDialogs.tsx';
import { useFilterAddress } from './home-address.ts';
import { Programme } from './Programme.tsx';

const openDetails = (event: string) => changeQuery({ event }, { replace: false });

/** The hero, the list of events and their dialogs. */
export function HomePage({ zone }: { zone: string }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const address = useFilterAddress();
  const rsvp = useRsvp(zone);
  const waiting = useWaiting(zone);
  const { button, unsentFor, taken } = rsvp;
  // The button stays the first element, so that it keeps the focus when the icon appears.
  const action = useCallback(
    (event: FestivalEvent, isCard = false) => {
      const { waits, withdraw } = unsentFor(event);
      return (
        <>
          {button(event)}
          {isCard && taken.has(event.id) && event.status !== 'completed' && (
            <AddToCalendar event={event} iconOnly titleId={cardTitleId(event.id)} />
          )}
          {waits ? isCard && withdraw : waiting.control(event)}
        </>
      );
    },
    [button, taken, unsentFor, waiting.control],
  );
  const cardAction = useCallback((event: FestivalEvent) => action(event, true), [action]);
  return (
    <>
      <Hero onRegister={() => setDialog('account')} />
      <Programme
        zone={zone}
        address={address}
        onOpen={openDetails}
        onCreate={() => setDialog('create')}
        action={cardAction}
      />
      <HomeDialogs
        zone={zone}
        dialog={dialog}
        onClose={() => setDialog(null)}
        action={action}
        onRsvp={rsvp.open}
        onWait={waiting.open}
      />
      {rsvp.dialog}
      {waiting.dialog}
    </>
  );
}
