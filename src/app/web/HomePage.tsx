import { useState } from 'react';
import { useRsvp } from '#features/rsvps/web/RsvpButton.tsx';
import { Hero } from './Hero.tsx';
import { HomeDialogs, type OpenDialog } from './HomeDialogs.tsx';
import { changeQuery, useFilterAddress } from './home-address.ts';
import { Programme } from './Programme.tsx';

const openDetails = (event: string) => changeQuery({ event }, { replace: false });

/** The hero, the list of events and their dialogs. */
export function HomePage({ zone }: { zone: string }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const address = useFilterAddress();
  const rsvp = useRsvp(zone);
  return (
    <>
      <Hero onRegister={() => setDialog('account')} />
      <Programme
        zone={zone}
        address={address}
        onOpen={openDetails}
        onCreate={() => setDialog('create')}
        action={rsvp.button}
      />
      <HomeDialogs
        zone={zone}
        dialog={dialog}
        onClose={() => setDialog(null)}
        action={rsvp.button}
        onRsvp={rsvp.open}
      />
      {rsvp.dialog}
    </>
  );
}
