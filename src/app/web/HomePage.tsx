import { useCallback, useState } from 'react';
import { AddToCalendar } from '#features/calendar/web/AddToCalendar.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { About, cardTitleId } from '#features/events/web/EventCard.tsx';
import { useIsDayHome } from '#features/events/web/queries.ts';
import { AddPerson, useRsvp } from '#features/rsvps/web/RsvpButton.tsx';
import { useWaiting } from '#features/waiting/web/WaitingButton.tsx';
import { changeQuery } from '#platform/web/change-query.ts';
import { onDemand, PromptSuspense } from '#platform/web/on-demand.tsx';
import { DayStrip, useNoteMine } from './DayStrip.tsx';
import { Hero } from './Hero.tsx';
import { HomeDialogs, type OpenDialog } from './HomeDialogs.tsx';
import { useFilterAddress } from './home-address.ts';
import { Programme } from './Programme.tsx';

const CardNext = onDemand(() => import('./CardNext.tsx').then((module) => module.CardNext));

const openDetails = (event: string) => changeQuery({ event }, { replace: false });

/** The hero, the list of events and their dialogs. */
export function HomePage({ zone }: { zone: string }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const address = useFilterAddress();
  const rsvp = useRsvp(zone);
  const waiting = useWaiting(zone);
  const isDay = useIsDayHome(zone);
  useNoteMine();
  const { button, unsentFor, taken, open } = rsvp;
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
          {isCard && !waits && taken.has(event.id) && <AddPerson event={event} onRsvp={open} />}
          {waits ? isCard && withdraw : waiting.control(event)}
        </>
      );
    },
    [button, taken, unsentFor, open, waiting.control],
  );
  const next = useCallback(
    (event: FestivalEvent) =>
      taken.has(event.id) && event.bracketDrawn && event.status !== 'completed' ? (
        <PromptSuspense fallback={<About event={event} />}>
          <CardNext event={event} />
        </PromptSuspense>
      ) : null,
    [taken],
  );
  const cardAction = useCallback((event: FestivalEvent) => action(event, true), [action]);
  return (
    <>
      {isDay && <DayStrip zone={zone} />}
      <Hero compact={isDay} onRegister={() => setDialog('account')} />
      <Programme
        zone={zone}
        address={address}
        onOpen={openDetails}
        onCreate={() => setDialog('create')}
        action={cardAction}
        next={next}
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
