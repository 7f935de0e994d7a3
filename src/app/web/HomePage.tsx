import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { myRsvpsQuery, registerMutation } from '#features/rsvps/web/queries.ts';
import { RsvpButton } from '#features/rsvps/web/RsvpButton.tsx';
import { Hero } from './Hero.tsx';
import { HomeDialogs, type OpenDialog } from './HomeDialogs.tsx';
import { changeQuery, useFilterAddress } from './home-address.ts';
import { Programme } from './Programme.tsx';

const openDetails = (event: string) => changeQuery({ event }, { replace: false });

/** The hero and the list of events; HomeDialogs renders the dialogs. */
export function HomePage({ zone }: { zone: string }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const filter = useFilterAddress();
  const action = useRsvpAction(setDialog);
  return (
    <>
      <Hero onRegister={() => setDialog({ kind: 'account' })} />
      <Programme
        zone={zone}
        q={filter.q}
        shownQ={filter.shownQ}
        type={filter.type}
        onSearch={filter.search}
        onType={filter.chooseType}
        onOpen={openDetails}
        onCreate={() => setDialog({ kind: 'create' })}
        action={action}
      />
      <HomeDialogs zone={zone} dialog={dialog} onDialog={setDialog} action={action} />
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the button of an event, for its card and its details. */
function useRsvpAction(onDialog: (dialog: OpenDialog) => void) {
  const { data: mine } = useQuery(myRsvpsQuery);
  const pending = useIsMutating(registerMutation) > 0;
  // Null without places, so that the response re-renders no card on most first visits.
  const taken = useMemo(() => (mine?.length ? new Set(mine.map((rsvp) => rsvp.eventId)) : NONE), [mine]);
  return useCallback(
    (event: FestivalEvent) => (
      <RsvpButton
        event={event}
        registered={taken.has(event.id)}
        pending={pending}
        onRsvp={(eventId) => onDialog({ kind: 'rsvp', eventId })}
      />
    ),
    [taken, pending, onDialog],
  );
}
