import { useQuery } from '@tanstack/react-query';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Upload from 'lucide-react/icons/upload';
import UserPlus from 'lucide-react/icons/user-plus';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import { matchesQuery } from '#features/brackets/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isCompletionUndoable } from '#features/events/rules/clock.ts';
import { nextHourByRoom } from '#features/events/rules/plan.ts';
import { LateMark } from '#features/events/web/EventBadges.tsx';
import { NeedsAttention } from '#features/events/web/NeedsAttention.tsx';
import { StatusButton } from '#features/events/web/StatusButton.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import { Hero } from '#features/home/web/Hero.tsx';
import { MessageList, WriteMessage } from '#features/news/messages/web/MessageDesk.tsx';
import { hasBegun } from '#features/operations/first-steps/rules.ts';
import { usersQuery } from '#features/people/users/web/state.ts';
import { FindPerson } from '#features/people/web/FindPerson.tsx';
import { topScoresQuery } from '#features/points/scores/web/queries.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { LazyBoundary, onDemand, PromptSuspense, useDialog } from '#platform/web/on-demand.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Skeleton } from '#platform/web/ui/loading.tsx';
import { AdminPart } from './AdminPart.tsx';
import { bracketPageOf, eventPageOf } from './parts/admin-tabs.ts';
import { useWarnings } from './parts/warnings.ts';

/** What begins within the hour, by room, with the button that starts it. */
function NextHour({ events, zone }: { events: readonly FestivalEvent[]; zone: string }) {
  const rooms = nextHourByRoom(events, useNow());
  if (rooms.length === 0) return <Nothing text="Nothing begins within the hour." />;
  return (
    <ul className="card divide-y divide-line px-4">
      {rooms.map(({ room, events: inRoom }) => (
        <li key={room}>
          <ul aria-label={room} className="divide-y divide-line">
            {inRoom.map((event) => (
              <Row key={event.id} event={event}>
                <strong className="font-semibold text-ink">{clockTime(event.startTime, zone)}</strong>
                <LateMark event={event} />
                {` · ${room} · ${event.currentRegistrations} / ${event.capacity} players · ${isolated(event.host)}`}
              </Row>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** What is in progress, and what was completed so shortly ago that it can be undone. */
function LiveEvents({ events }: { events: readonly FestivalEvent[] }) {
  const live = events.filter((event) => event.status === 'in-progress' || isCompletionUndoable(event));
  if (live.length === 0) return <Nothing text="Nothing is live right now" />;
  return (
    <ul className="card divide-y divide-line px-4">
      {live.map((event) => (
        <Row key={event.id} event={event}>
          <OpenMatches event={event} />
          {`${event.currentRegistrations} / ${event.capacity} participants · ${event.location}`}
        </Row>
      ))}
    </ul>
  );
}

type RowProps = { event: FestivalEvent; children: ReactNode };

/** Two lines of text, whatever their length, so that all rows are even. */
const Row = ({ event, children }: RowProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1">
    <div className="grid min-w-0">
      <Link
        to={eventPageOf(event.id)}
        title={event.title}
        className="truncate py-0.5 leading-snug font-semibold hover:underline"
      >
        {event.title}
      </Link>
      <p className="truncate text-sm leading-snug text-mute">{children}</p>
    </div>
    <StatusButton event={event} />
  </li>
);

/** How many matches could be played now. The list is asked for only by organisers, and only of a drawn bracket that goes on. */
function OpenMatches({ event: { id, bracketDrawn, bracketDecided } }: { event: FestivalEvent }) {
  const { on } = useAdminMode();
  const { data: open } = useQuery({
    ...matchesQuery(id),
    enabled: on && bracketDrawn && !bracketDecided,
    select: (matches) => matches.filter(({ status }) => status === 'ready').length,
  });
  if (open === undefined) return null;
  return (
    <>
      <Link to={bracketPageOf(id)} className="font-semibold text-ink underline">
        {counted(open, 'open match', 'open matches')}
      </Link>
      {' · '}
    </>
  );
}

const Nothing = ({ text }: { text: string }) => (
  <p className="rounded-2xl border-2 border-dashed border-line px-4 py-2.5 text-mute">{text}</p>
);

const CreateEventDialog = onDemand(() =>
  import('#features/events/web/CreateEventDialog.tsx').then((module) => module.CreateEventDialog),
);
const AddUserDialog = onDemand(() =>
  import('#features/people/users/web/AddUserDialog.tsx').then((module) => module.AddUserDialog),
);

const FirstSteps = onDemand(() =>
  import('#features/operations/first-steps/web/FirstSteps.tsx').then((module) => module.FirstSteps),
);

const HERO = <Hero onRegister={() => undefined} />;

/** The dashboard of today on one screen: what needs attention, what is done often, what begins within the hour, what is live. */
export function AdminOverview({ zone }: { zone: string }) {
  const { data: events } = useAllEvents();
  const { toActOn } = useWarnings(zone);
  const { on } = useAdminMode();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">Overview</h2>
      {events !== undefined && !hasBegun(events) && <Beginning events={events} zone={zone} />}
      <ForOrganisers className="empty:hidden">
        {events !== undefined && <NeedsAttention events={events} warnings={toActOn} zone={zone} />}
      </ForOrganisers>
      <QuickActions zone={zone} />
      {on && <MessageList zone={zone} />}
      {/* Beside each other where both have room; what is alone takes all of it. */}
      <div className="flex flex-wrap gap-x-6 gap-y-4 *:flex-[1_1_min(22rem,100%)]">
        <ForOrganisers>
          <AdminPart id="next-hour" title="NEXT 60 MINUTES">
            <NextHour events={events ?? []} zone={zone} />
          </AdminPart>
        </ForOrganisers>
        <AdminPart id="live-events" title="LIVE EVENTS">
          <LiveEvents events={events ?? []} />
        </AdminPart>
      </div>
      <Figures events={events} />
    </div>
  );
}

/** The server's page is the same for everyone, so it has this part; quiet.css hides it from visitors before the first paint. */
function ForOrganisers({ className, children }: { className?: string; children: ReactNode }) {
  const { on } = useAdminMode();
  const hydrated = useHydrated();
  if (hydrated && !on) return null;
  return (
    <div className={className} {...(hydrated ? {} : { 'data-organisers-only': '' })}>
      {children}
    </div>
  );
}

function Beginning({ events, zone }: { events: readonly FestivalEvent[]; zone: string }) {
  const { on } = useAdminMode();
  const hydrated = useHydrated();
  const room = (forWhom: { 'data-organisers-only'?: '' } = {}) =>
    events.length === 0 && (
      <div data-room="" {...forWhom}>
        <Skeleton className="h-[40rem] rounded-2xl" />
      </div>
    );
  // The server's page is the same for everyone; early.js knows before the first paint whether to keep the room free.
  if (!hydrated) return room({ 'data-organisers-only': '' });
  if (!on) return null;
  return (
    <LazyBoundary onMissing={() => undefined}>
      <PromptSuspense fallback={room()}>
        <FirstSteps events={events} hero={HERO} zone={zone} />
      </PromptSuspense>
    </LazyBoundary>
  );
}

function QuickActions({ zone }: { zone: string }) {
  const adding = useDialog<'event' | 'user'>();
  return (
    <div className="grid grid-cols-2 gap-2 max-md:order-1 *:last:col-span-2 sm:flex sm:flex-wrap [&_.btn]:px-3.5">
      {/* On a phone they are under the thumb. */}
      <span className="max-md:hidden md:contents">
        <FindPerson zone={zone} withWords />
        <WriteMessage />
      </span>
      <Button tone="sun" onClick={() => guarded(() => adding.open('event'))}>
        <CalendarPlus aria-hidden="true" />
        Create Event
      </Button>
      <Button onClick={() => guarded(() => adding.open('user'))}>
        <UserPlus aria-hidden="true" />
        Add User
      </Button>
      <Link to="/admin/scores#bulk-upload" className={buttonClass()}>
        <Upload aria-hidden="true" />
        Upload Scores
      </Link>
      {adding.show((what) =>
        what === 'event' ? (
          <CreateEventDialog zone={zone} onClose={adding.close} />
        ) : (
          <AddUserDialog onClose={adding.close} />
        ),
      )}
    </div>
  );
}

const count = (events: readonly FestivalEvent[], status: FestivalEvent['status']): number =>
  events.filter((event) => event.status === status).length;

function Figures({ events }: { events: readonly FestivalEvent[] | undefined }) {
  const users = useUserCount();
  const tournaments = (events ?? []).filter((event) => event.tournamentType !== null);
  return (
    <div className="@container order-2">
      <ul className="card grid divide-line px-4 @max-xl:divide-y @xl:grid-cols-3 @xl:divide-x @xl:px-0">
        <Figure
          name="Total Events"
          value={events?.length}
          more={events && `${count(events, 'upcoming')} upcoming · ${count(events, 'in-progress')} live`}
        />
        <Figure
          name="Tournaments"
          value={events && tournaments.length}
          more={`${count(tournaments, 'in-progress')} in progress`}
        />
        <Figure name="Users" value={users} more="on the scoreboard" />
      </ul>
    </div>
  );
}

/** Returns the number that came with the page, until the whole list is loaded. */
function useUserCount(): number | undefined {
  const { data: top } = useQuery(topScoresQuery);
  const { data: all } = useQuery({ ...usersQuery, select: (users) => users.length });
  return all ?? top?.count;
}

type FigureProps = { name: string; value: number | undefined; more: string | undefined };

const Figure = ({ name, value, more }: FigureProps) => (
  <li className="flex flex-wrap items-baseline gap-x-2 py-1.5 @xl:px-4">
    <p className="min-w-9 font-display text-2xl leading-none text-sun">{value?.toLocaleString('en-US') ?? '–'}</p>
    <p className="text-sm leading-tight font-semibold">{name}</p>
    <p className="text-sm leading-tight text-mute">{more}</p>
  </li>
);
