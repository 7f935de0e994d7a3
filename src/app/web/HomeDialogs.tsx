import { useQuery } from '@tanstack/react-query';
import Network from 'lucide-react/icons/network';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useSearch } from 'wouter';
import { AddToCalendar } from '#features/calendar/web/AddToCalendar.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { useEvents } from '#features/events/web/queries.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { RsvpDialogOnDemand } from '#features/rsvps/web/RsvpButton.tsx';
import { WaitingDialogOnDemand } from '#features/waiting/web/WaitingButton.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { changeQuery } from './home-address.ts';

const CreateEventDialog = onDemand(() =>
  import('#features/events/web/CreateEventDialog.tsx').then((module) => module.CreateEventDialog),
);
const EventDetailsDialog = onDemand(() =>
  import('#features/events/web/EventDetailsDialog.tsx').then((module) => module.EventDetailsDialog),
);
const BracketDialog = onDemand(() =>
  import('#features/brackets/web/BracketDialog.tsx').then((module) => module.BracketDialog),
);
const MyPlaces = onDemand(() => import('#features/rsvps/web/MyPlaces.tsx').then((module) => module.MyPlaces));
const WaitingHere = onDemand(() =>
  import('#features/waiting/web/WaitingHere.tsx').then((module) => module.WaitingHere),
);
const RegisterDialog = onDemand(() =>
  import('#features/users/web/RegisterDialog.tsx').then((module) => module.RegisterDialog),
);

const FOR_VISITORS = [
  EventDetailsDialog,
  MyPlaces,
  WaitingHere,
  RsvpDialogOnDemand,
  WaitingDialogOnDemand,
  RegisterDialog,
];

export type OpenDialog = null | 'account' | 'create';

type HomeDialogsProps = {
  zone: string;
  dialog: OpenDialog;
  onClose: () => void;
  /** The event's button, for the foot of its details. */
  action: (event: FestivalEvent) => ReactNode;
  onRsvp: (eventId: string) => void;
  onWait: (eventId: string) => void;
};

/** The dialogs of the home page. An event's details are open while the address names it (`/?event=ID`). */
export function HomeDialogs({ zone, dialog, onClose, action, onRsvp, onWait }: HomeDialogsProps) {
  usePreloadedDialogs();
  const query = new URLSearchParams(useSearch());
  const linked = query.get('event');
  const bracketOpen = linked !== null && query.get('view') === 'bracket';
  const { known, first } = useEvents();
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  // Dialogs use a portal, which the server cannot render.
  if (!useHydrated() || known === undefined) return null;
  const shown = known.find((event) => event.id === linked);
  // The linked event may be in the rest of the list, which is on its way.
  const isMissing = shown === undefined && first === undefined;
  return (
    <>
      <LazyBoundary key={linked} onMissing={closeDetails}>
        {linked !== null && (shown ? !bracketOpen : isMissing) && (
          <EventDetailsDialog
            event={shown}
            zone={zone}
            onClose={closeDetails}
            action={shown && action(shown)}
            mine={
              shown && (
                <Suspense fallback={null}>
                  <p className="flex flex-wrap gap-2.5 empty:hidden">
                    {shown.status !== 'completed' && <AddToCalendar event={shown} />}
                    {shown.bracketDrawn && <BracketButton />}
                  </p>
                  <MyPlaces
                    event={shown}
                    zone={zone}
                    places={mine.filter((rsvp) => rsvp.eventId === shown.id)}
                    onRegisterAnother={() => onRsvp(shown.id)}
                  />
                  <WaitingHere event={shown} onJoin={onWait} />
                </Suspense>
              )
            }
          />
        )}
      </LazyBoundary>
      <LazyBoundary key={`${linked} bracket`} onMissing={closeBracket}>
        {bracketOpen && shown && <BracketDialog event={shown} onClose={closeBracket} />}
      </LazyBoundary>
      <LazyBoundary key={`${dialog} dialog`} onMissing={onClose}>
        {dialog === 'account' && <RegisterDialog onClose={onClose} />}
        {dialog === 'create' && <CreateEventDialog zone={zone} onClose={onClose} />}
      </LazyBoundary>
    </>
  );
}

const closeDetails = () => changeQuery({ event: null, view: null }, { replace: true });
const openBracket = () => changeQuery({ view: 'bracket' }, { replace: false });
const closeBracket = () => changeQuery({ view: null }, { replace: true });

/** The bracket replaces the details; closing it shows them again. */
const BracketButton = () => (
  <Button onClick={openBracket}>
    <Network aria-hidden="true" />
    Bracket
  </Button>
);

/** Preloads the dialogs when the page is idle, so that the next tap opens at once even on hotel Wi-Fi. */
function usePreloadedDialogs() {
  useEffect(() => {
    const timer = setTimeout(() => void preloadInTurn(FOR_VISITORS), 2_000);
    return () => clearTimeout(timer);
  }, []);
}

/** One after the other, to avoid long tasks. A failure shows when the dialog is opened. */
const preloadInTurn = async (dialogs: readonly { preload: () => Promise<unknown> }[]) => {
  for (const dialog of dialogs) await dialog.preload().catch(() => undefined);
};
