import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { AddToCalendar } from '#features/calendar/web/AddToCalendar.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { About, cardTitleId } from '#features/events/web/EventCard.tsx';
import { useEvents, useIsDayHome, useIsOver } from '#features/events/web/state.ts';
import { OpenGames } from '#features/inventory/open-games/web/OpenGames.tsx';
import { hasMine, myNamesQuery, noteMine, useTypedNames } from '#features/people/names/web/state.ts';
import { NumberButton } from '#features/queue/web/Numbers.tsx';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { AddPerson, RsvpDialogOnDemand, useRsvp } from '#features/rsvps/web/RsvpButton.tsx';
import { useMyEntries } from '#features/waiting/web/queries.ts';
import { useWaiting, WaitingDialogOnDemand } from '#features/waiting/web/WaitingButton.tsx';
import { changeQuery } from '#platform/web/change-query.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { ErrorBoundary, LazyBoundary, onDemand, PromptSuspense } from '#platform/web/on-demand.tsx';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { Hero } from './Hero.tsx';
import { Programme } from './Programme.tsx';
import { useFilterAddress } from './parts/home-address.ts';
import { Thanks } from './Thanks.tsx';

const CreateEventDialog = onDemand(() =>
  import('#features/events/web/CreateEventDialog.tsx').then((module) => module.CreateEventDialog),
);
const EventDetails = onDemand(() => import('./EventDetails.tsx').then((module) => module.EventDetails));
const BracketDialog = onDemand(() =>
  import('#features/brackets/web/BracketDialog.tsx').then((module) => module.BracketDialog),
);
const RegisterDialog = onDemand(() =>
  import('#features/people/users/web/RegisterDialog.tsx').then((module) => module.RegisterDialog),
);

const FOR_VISITORS = [EventDetails, RsvpDialogOnDemand, WaitingDialogOnDemand, RegisterDialog];

type OpenDialog = null | 'account' | 'create';

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
function HomeDialogs({ zone, dialog, onClose, ...actions }: HomeDialogsProps) {
  usePreloadedDialogs();
  const query = new URLSearchParams(useSearch());
  const linked = query.get('event');
  const bracketOpen = linked !== null && query.get('view') === 'bracket';
  const { known, first } = useEvents();
  const isOver = useIsOver();
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
        {dialog === 'account' && (
          <RegisterDialog note={isOver ? 'The festival is over.' : undefined} onClose={onClose} />
        )}
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

const DayTiles = onDemand(() => import('./DayTiles.tsx').then((module) => module.DayTiles));

/**
 * The visitor's own day above the hero. In the page of everybody, and shown by CSS where early.js found the mark of this
 * device, so that its room is there from the first paint. A mark that changes counts from the next visit on: nothing moves.
 */
function DayStrip({ zone }: { zone: string }) {
  const [isMine] = useState(hasMine);
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-mine', isMine), [isMine]);
  return (
    <section
      aria-label="Your day"
      className="day-strip no-print mx-auto hidden h-20 max-w-[75rem] px-[var(--page-edge)] py-1 sm:h-52 sm:py-2 lg:h-26 in-[[data-mine]]:block"
    >
      {useHydrated() && isMine && (
        <ErrorBoundary fallback={() => <Link to="/schedule">My schedule</Link>}>
          <PromptSuspense>
            <DayTiles zone={zone} />
          </PromptSuspense>
        </ErrorBoundary>
      )}
    </section>
  );
}

/** Whether this device was here before: early.js then leaves the words of the day's hero out on phones. */
const BEEN = 'been';

/** Marks this device for its next visit when it has places, waiting entries, accounts or games. */
function useNoteMine(): void {
  const { data: places } = useQuery(myRsvpsQuery);
  const waits = useMyEntries().length > 0;
  const isAsked = useTypedNames().length > 0 || hasMine();
  const { data: names } = useQuery({ ...myNamesQuery, enabled: useHydrated() && isAsked });
  useEffect(() => {
    if (waits || places?.length || names?.length) noteMine(true);
    else if (places && names) noteMine(false);
  }, [waits, places, names]);
}

const CardNext = onDemand(() => import('./CardNext.tsx').then((module) => module.CardNext));

const openDetails = (event: string) => changeQuery({ event }, { replace: false });

/** The hero, the list of events and their dialogs. */
export function HomePage({ zone }: { zone: string }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const address = useFilterAddress();
  const rsvp = useRsvp(zone);
  const waiting = useWaiting(zone);
  const isDay = useIsDayHome(zone);
  const isOver = useIsOver();
  useNoteMine();
  useEffect(() => safeStorage.set(BEEN, 'yes'), []);
  const { button, unsentFor, taken, open } = rsvp;
  // The button stays the first element, so that it keeps the focus when the icon appears.
  const action = useCallback(
    (event: FestivalEvent, isCard = false) => {
      // A document link comes first.
      if (event.queue && event.googleDocUrl === null) return <NumberButton event={event} />;
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
      {isDay && (
        <div className="mx-auto max-w-[75rem] px-(--page-edge) pt-4 empty:hidden sm:px-8 lg:px-12 wide:max-w-[min(86%,130rem)]">
          <OpenGames />
        </div>
      )}
      {isOver && <Thanks />}
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
