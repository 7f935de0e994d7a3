import { type ReactNode, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { useEvents } from '#features/events/web/queries.ts';
import { RsvpDialogOnDemand } from '#features/rsvps/web/RsvpButton.tsx';
import { WaitingDialogOnDemand } from '#features/waiting/web/WaitingButton.tsx';
import { changeQuery } from '#platform/web/change-query.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';

const CreateEventDialog = onDemand(() =>
  import('#features/events/web/CreateEventDialog.tsx').then((module) => module.CreateEventDialog),
);
const EventDetails = onDemand(() => import('./EventDetails.tsx').then((module) => module.EventDetails));
const BracketDialog = onDemand(() =>
  import('#features/brackets/web/BracketDialog.tsx').then((module) => module.BracketDialog),
);
const RegisterDialog = onDemand(() =>
  import('#features/users/web/RegisterDialog.tsx').then((module) => module.RegisterDialog),
);

const FOR_VISITORS = [EventDetails, RsvpDialogOnDemand, WaitingDialogOnDemand, RegisterDialog];

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
export function HomeDialogs({ zone, dialog, onClose, ...actions }: HomeDialogsProps) {
  usePreloadedDialogs();
  const query = new URLSearchParams(useSearch());
  const linked = query.get('event');
  const bracketOpen = linked !== null && query.get('view') === 'bracket';
  const { known, first } = useEvents();
  const isCaughtUp = useCaughtUp();
  // Dialogs use a portal, which the server cannot render.
  if (!useHydrated() || known === undefined) return null;
  const shown = known.find((event) => event.id === linked);
  // The linked event may be in the rest of the list, which is on its way, or in the live stream.
  const isMissing = shown === undefined && first === undefined && isCaughtUp;
  return (
    <>
      <LazyBoundary key={linked} onMissing={closeDetails}>
        {linked !== null && (shown ? !bracketOpen : isMissing) && (
          <EventDetails event={shown} zone={zone} onClose={closeDetails} onBracket={openBracket} {...actions} />
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
/** The bracket replaces the details; closing it shows them again. */
const openBracket = () => changeQuery({ view: 'bracket' }, { replace: false });
const closeBracket = () => changeQuery({ view: null }, { replace: true });

/** The server may answer with a page of a second ago. The live stream brings what it lacks. */
const CATCH_UP_MS = 1_000;

function useCaughtUp(): boolean {
  const [isCaughtUp, setCaughtUp] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setCaughtUp, CATCH_UP_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return isCaughtUp;
}

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
