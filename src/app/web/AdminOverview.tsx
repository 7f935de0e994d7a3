import { useQuery } from '@tanstack/react-query';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Cog from 'lucide-react/icons/cog';
import Inbox from 'lucide-react/icons/inbox';
import Settings from 'lucide-react/icons/settings-2';
import Upload from 'lucide-react/icons/upload';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { NeedsAttention } from '#features/events/web/NeedsAttention.tsx';
import { eventsQuery } from '#features/events/web/queries.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { hasBegun } from '#features/first-steps/rules.ts';
import { MessageList, WriteMessage } from '#features/messages/web/MessageDesk.tsx';
import { ClockPart } from '#features/rehearsal/web/ClockPart.tsx';
import { topScoresQuery } from '#features/scores/web/queries.ts';
import { usersQuery } from '#features/users/web/queries.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand, PromptSuspense } from '#platform/web/on-demand.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { AdminPart } from './AdminPart.tsx';
import { CLAIMS, ENGINE_ROOM, SET_UP } from './admin-tabs.ts';
import { Hero } from './Hero.tsx';
import { LiveEvents, NextHour } from './Today.tsx';
import { useWarnings } from './warnings.ts';

const CreateEventDialog = onDemand(() =>
  import('#features/events/web/CreateEventDialog.tsx').then((module) => module.CreateEventDialog),
);
const AddUserDialog = onDemand(() =>
  import('#features/users/web/AddUserDialog.tsx').then((module) => module.AddUserDialog),
);

const FirstSteps = onDemand(() =>
  import('#features/first-steps/web/FirstSteps.tsx').then((module) => module.FirstSteps),
);

const HERO = <Hero onRegister={() => undefined} />;

/** The dashboard of today: what needs attention, the counts, what begins within the hour and what is live. */
export function AdminOverview({ zone }: { zone: string }) {
  const { data: events } = useQuery(eventsQuery);
  const warnings = useWarnings(zone);
  const { on } = useAdminMode();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="sr-only">Overview</h2>
      {events !== undefined && !hasBegun(events) && <Beginning events={events} zone={zone} />}
      <ForOrganisers className="empty:hidden">
        {events !== undefined && <NeedsAttention events={events} warnings={warnings} zone={zone} />}
      </ForOrganisers>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QuickActions zone={zone} />
        {on && <MessageList zone={zone} />}
        <Figures events={events} />
      </div>
      <ClockPart zone={zone} />
      {/* Beside each other where both have room; what is alone takes all of it. */}
      <div className="flex flex-wrap gap-x-6 gap-y-8 *:flex-[1_1_min(22rem,100%)]">
        <ForOrganisers>
          <AdminPart id="next-hour" title="NEXT 60 MINUTES">
            <NextHour events={events ?? []} zone={zone} />
          </AdminPart>
        </ForOrganisers>
        <AdminPart id="live-events" title="LIVE EVENTS">
          <LiveEvents events={events ?? []} />
        </AdminPart>
      </div>
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
  const { claims: hasClaims = false } = useFestival();
  const [adding, setAdding] = useState<'event' | 'user' | null>(null);
  const close = () => setAdding(null);
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button tone="sun" onClick={() => guarded(() => setAdding('event'))}>
        <CalendarPlus aria-hidden="true" />
        Create Event
      </Button>
      <Button onClick={() => guarded(() => setAdding('user'))}>
        <UserPlus aria-hidden="true" />
        Add User
      </Button>
      <WriteMessage />
      <Link to="/admin/scores" className={buttonClass()}>
        <Upload aria-hidden="true" />
        Upload Scores
      </Link>
      <span className="flex flex-wrap gap-2.5">
        {hasClaims && (
          <Link to={CLAIMS} className={buttonClass('ghost')}>
            <Inbox aria-hidden="true" />
            Claims
          </Link>
        )}
        <Link to={SET_UP} className={buttonClass('ghost')}>
          <Settings aria-hidden="true" />
          Set up
        </Link>
        <Link to={ENGINE_ROOM} className={buttonClass('ghost')}>
          <Cog aria-hidden="true" />
          Engine room
        </Link>
      </span>
      {adding !== null && (
        <LazyBoundary onMissing={close}>
          {adding === 'event' && <CreateEventDialog zone={zone} onClose={close} />}
          {adding === 'user' && <AddUserDialog onClose={close} />}
        </LazyBoundary>
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
    <div className="@container">
      <ul className="card grid divide-line px-4 @max-xl:divide-y @max-xl:py-1 @xl:grid-cols-3 @xl:divide-x @xl:px-0">
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
  <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-2 @xl:px-4 @xl:py-2.5 @3xl:px-5">
    <p className="col-start-2 text-sm leading-tight font-semibold">{name}</p>
    <p className="col-start-1 row-span-2 row-start-1 min-w-10 font-display text-4xl leading-none text-sun">
      {value?.toLocaleString('en-US') ?? '–'}
    </p>
    <p className="col-start-2 text-sm leading-tight text-mute">{more}</p>
  </li>
);
