import { useQueryClient } from '@tanstack/react-query';
import CalendarX from 'lucide-react/icons/calendar-x-2';
import DoorOpen from 'lucide-react/icons/door-open';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { adminRefused, correctAdminMode, useAdminMode } from '#features/access/web/state.ts';
import { useTapSenders } from '#features/check-in/web/door/tap-senders.ts';
import { useTaps } from '#features/check-in/web/door/taps.ts';
import { WaitingLocked } from '#features/check-in/web/door/UnsentTaps.tsx';
import { ClaimsPart } from '#features/dashboard/web/ClaimsPart.tsx';
import { BackLink, EventDesk } from '#features/dashboard/web/EventDesk.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { sortEvents } from '#features/events/rules/order.ts';
import { EventLoading, EventMoment, StatusLabel } from '#features/events/web/StaffParts.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { OpenGames } from '#features/inventory/open-games/web/OpenGames.tsx';
import { Library } from '#features/inventory/web/InventoryPage.tsx';
import { StaffMessages } from '#features/news/messages/web/MessageLists.tsx';
import { MessageNews } from '#features/news/messages/web/MessageNews.tsx';
import { FindAccount } from '#features/points/web/FindAccount.tsx';
import { QUEUE_SENDERS } from '#features/queue/web/queries.ts';
import type { leaveWork } from '#features/staff/contract.ts';
import { deskWords } from '#features/staff/rules.ts';
import { takeWork, useOpenDesk, useWork, workQuery } from '#features/staff/web/state.ts';
import { isolated } from '#platform/names.ts';
import { hasRole, isEverywhere, isInScope, LIBRARY } from '#platform/staff.ts';
import { onLocked, request } from '#platform/web/api.ts';
import { useConnected } from '#platform/web/connection.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { ActionsDisabled, Button, buttonClass } from '#platform/web/ui/button.tsx';
import { AskDialog } from '#platform/web/ui/dialog.tsx';
import { EmptyState, LoadError, Loading } from '#platform/web/ui/loading.tsx';
import { ToastOutlet } from '#platform/web/ui/toast-outlet.tsx';
import { useSendUnsent } from '#platform/web/use-unsent.ts';
import { ConnectionBar } from './ConnectionBar.tsx';

/** Where a helper's link leads: their desk, and nothing else of the festival (docs/behaviour.md "Helpers"). */
export function HelperScreen({ zone }: { zone: string }) {
  const opening = useOpenDesk();
  const { work, isError } = useWork();
  const { desk } = useAdminMode();
  const hydrated = useHydrated();
  const taps = useTapSenders();
  useSendUnsent(useMemo(() => ({ ...taps, ...QUEUE_SENDERS }), [taps]));
  useSession();
  const wasOpen = useRef(false);
  if (desk !== null) wasOpen.current = true;
  const isUnknown = work === undefined && !isError && desk === null;
  return (
    <div className="mx-auto grid min-h-dvh max-w-5xl grid-cols-[minmax(0,1fr)] content-start gap-4 pt-[calc(0.75rem+env(safe-area-inset-top))] pr-[max(1rem,env(safe-area-inset-right))] pb-16 pl-[max(1rem,env(safe-area-inset-left))]">
      {opening.isOffered ? (
        <OpenDesk hasDesk={desk !== null} onOpen={opening.open} onStay={opening.drop} />
      ) : desk !== null && hydrated && !opening.isOpening ? (
        <Desk zone={zone} problem={opening.problem} />
      ) : opening.isOpening || isUnknown || !hydrated ? (
        <Loading words="Opening your desk..." count={4} className="h-15" />
      ) : (
        <NoDesk wasOpen={wasOpen.current} problem={opening.problem} onAgain={opening.open} />
      )}
      <ToastOutlet />
    </div>
  );
}

/** Nothing else here knows the lock of the other pages. */
function useSession() {
  useEffect(() => {
    void correctAdminMode();
    return onLocked(adminRefused);
  }, []);
}

type OpenDeskProps = { hasDesk: boolean; onOpen: () => void; onStay: () => void };

const OpenDesk = ({ hasDesk, onOpen, onStay }: OpenDeskProps) => (
  <div className="grid gap-4 pt-10">
    <h1 className="pixel-title text-center text-4xl">HELPER</h1>
    <EmptyState
      icon={<DoorOpen />}
      title="A link for a helper"
      text={
        hasDesk
          ? 'It opens its desk here, in place of the one that is open.'
          : 'It opens your desk on this phone, without a password. Three phones can have it.'
      }
      action={
        <div className="flex flex-wrap justify-center gap-2.5">
          <Button tone="sea" onClick={onOpen}>
            Open the desk here
          </Button>
          {hasDesk && <Button onClick={onStay}>Stay at my desk</Button>}
        </div>
      }
    />
  </div>
);

type NoDeskProps = { wasOpen: boolean; problem: string | undefined; onAgain: () => void };

function NoDesk({ wasOpen, problem, onAgain }: NoDeskProps) {
  const { on } = useAdminMode();
  const toDashboard = on && problem === undefined;
  return (
    <div className="grid gap-4 pt-10">
      <h1 className="pixel-title text-center text-4xl">HELPER</h1>
      <WaitingLocked how="open a link again" />
      <EmptyState
        icon={<DoorOpen />}
        title={
          problem ?? (on ? 'You are in admin mode' : wasOpen ? 'This desk is closed' : 'No desk is open on this phone')
        }
        text={
          on
            ? 'An organiser needs no desk: everything is in the dashboard.'
            : 'Ask the organisers for a link. It opens the desk here, without a password.'
        }
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            {problem !== undefined && <Button onClick={onAgain}>Try again</Button>}
            <Link href={toDashboard ? '/admin' : '/'} className={buttonClass('sea')}>
              {toDashboard ? 'Open the dashboard' : 'To the festival'}
            </Link>
          </div>
        }
      />
    </div>
  );
}

/** Query parameter with the chosen event: `/helper?event=EVENT`. */
const CHOSEN = 'event';
const addressOf = ({ id }: FestivalEvent): string => `/helper?${CHOSEN}=${encodeURIComponent(id)}`;

function Desk({ zone, problem }: { zone: string; problem: string | undefined }) {
  const { desk } = useAdminMode();
  const { data: events, isError, refetch } = useAllEvents();
  const chosen = new URLSearchParams(useSearch()).get(CHOSEN);
  const connected = useConnected();
  const own = useMemo(
    () =>
      sortEvents(
        (events ?? []).filter((event) => desk !== null && isInScope(desk.scope, event)),
        'status',
        false,
      ),
    [events, desk],
  );
  if (desk === null) return null;
  const hasEvents = !isEverywhere(desk.role);
  const only = desk.scope.eventId === null ? undefined : own[0];
  const event = only ?? own.find(({ id }) => id === chosen);
  const titleOf = (id: string) => events?.find((event) => event.id === id)?.title;
  return (
    <>
      <header className="sticky top-0 z-10 -mt-[calc(0.75rem+env(safe-area-inset-top))] flex items-center justify-between gap-3 border-b border-line bg-night pt-[calc(0.75rem+env(safe-area-inset-top))] pb-2">
        <div className="header-middle min-h-11 items-center">
          <p className="font-semibold [overflow-wrap:anywhere]">{deskWords({ ...desk, ...desk.scope }, titleOf)}</p>
          <ConnectionBar />
        </div>
        <Leave />
      </header>
      <StaffMessages zone={zone} />
      <MessageNews mayLeave={false} />
      {problem !== undefined && (
        <p role="alert" className="font-semibold text-coral">
          {problem}
        </p>
      )}
      <ActionsDisabled value={connected ? undefined : 'No connection: changes need one.'}>
        {desk.role === 'points' && <PointsDesk />}
        {hasEvents &&
          events === undefined &&
          (isError ? <LoadError title="The events didn’t load" onRetry={() => void refetch()} /> : <EventLoading />)}
        {hasEvents && events !== undefined && event !== undefined && (
          <EventDesk
            key={event.id}
            event={event}
            events={events}
            zone={zone}
            heading="h1"
            back={only === undefined && <BackLink to="/helper" name="Your events" />}
          />
        )}
        {hasEvents && events !== undefined && event === undefined && <Choice events={own} zone={zone} />}
        {hasRole(desk, LIBRARY) && <LibraryDesk isAlone={desk.role === 'library'} />}
      </ActionsDisabled>
    </>
  );
}

/** The desk of a helper with points, which belong to no event: what was claimed, and giving points. */
function PointsDesk() {
  const { claims: hasClaims = false } = useFestival();
  const Heading = hasClaims ? 'h2' : 'h1';
  return (
    <>
      {hasClaims && (
        <section aria-labelledby="claims" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h1 id="claims" className={DESK_TITLE}>
            Claims
          </h1>
          <ClaimsPart heading="h2" />
        </section>
      )}
      <section aria-labelledby="give-points" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Heading id="give-points" className={DESK_TITLE}>
          Give points
        </Heading>
        <FindAccount />
      </section>
    </>
  );
}

/** Lending games, which belong to no event, and the open games; folded where there is other work. */
function LibraryDesk({ isAlone }: { isAlone: boolean }) {
  return (
    <details open={isAlone} className="grid gap-4">
      <summary className={`${DESK_TITLE} min-h-11 cursor-pointer pb-2`}>Game library</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Library />
        <OpenGames isWhole />
      </div>
    </details>
  );
}

function Leave() {
  const [isAsking, setAsking] = useState(false);
  const { unsent } = useTaps();
  const client = useQueryClient();
  const close = () => setAsking(false);
  const leave = useVisitorAct(() => request<typeof leaveWork>('DELETE /api/staff'), {
    fails: 'The desk could not be closed. Please try again.',
    busy: 'The desk is being closed.',
    done: () => {
      client.setQueryData(workQuery.queryKey, null);
      takeWork(null);
    },
    failed: close,
  });
  return (
    <>
      <Button tone="ghost" className="shrink-0" onClick={() => setAsking(true)}>
        <DoorOpen aria-hidden="true" />
        Leave
      </Button>
      {isAsking && (
        <AskDialog
          title="Leave this desk?"
          description="The same link opens it again, on this phone or another."
          no="Stay"
          yes={leave.isBusy ? 'Leaving...' : 'Leave'}
          disabledReason={leave.busy}
          onYes={leave.run}
          onClose={close}
        >
          {unsent.length > 0 && (
            <p className="font-semibold text-sun">
              {unsent.length} waiting to send. {unsent.length === 1 ? 'It stays' : 'They stay'} on this phone until the
              link is open here again.
            </p>
          )}
        </AskDialog>
      )}
    </>
  );
}

const Choice = ({ events, zone }: { events: readonly FestivalEvent[]; zone: string }) => (
  <section aria-labelledby="your-events" className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h1 id="your-events" className={DESK_TITLE}>
      Your events
    </h1>
    {events.length === 0 && (
      <EmptyState
        icon={<CalendarX />}
        title="Nothing here now"
        text="When something takes place where you work, it is shown here."
      />
    )}
    <ul className="grid gap-2.5">
      {events.map((event) => (
        <li key={event.id}>
          <Link href={addressOf(event)} className="card grid gap-1.5 p-4 transition-colors hover:border-sea">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg leading-tight font-semibold [overflow-wrap:anywhere]">
              {event.title}
              <StatusLabel event={event} />
            </span>
            <span className="text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
              <EventMoment event={event} zone={zone} /> · {isolated(event.location)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

const DESK_TITLE = 'font-display text-3xl leading-none uppercase';
