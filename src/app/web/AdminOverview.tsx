import { useQuery } from '@tanstack/react-query';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Radio from 'lucide-react/icons/radio';
import Upload from 'lucide-react/icons/upload';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { SessionsPanel } from '#features/access/web/SessionsPanel.tsx';
import { useAdminMode, useGuarded } from '#features/access/web/state.ts';
import { ArchiveCard } from '#features/archive/web/ArchiveCard.tsx';
import { AuditList } from '#features/audit/web/AuditList.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isCompletionUndoable } from '#features/events/rules/clock.ts';
import { EventKind } from '#features/events/web/EventKind.tsx';
import { NeedsAttention } from '#features/events/web/NeedsAttention.tsx';
import { eventsQuery, warningsQuery } from '#features/events/web/queries.ts';
import { StatusButton } from '#features/events/web/StatusButton.tsx';
import { FactsCard } from '#features/festival/web/FactsCard.tsx';
import { hasBegun } from '#features/first-steps/rules.ts';
import { burstWarnings } from '#features/registrations/rules/words.ts';
import { registrationsQuery } from '#features/registrations/web/queries.ts';
import { RegistrationsPanel } from '#features/registrations/web/RegistrationsPanel.tsx';
import { ClockPart } from '#features/rehearsal/web/ClockPart.tsx';
import { topScoresQuery } from '#features/scores/web/queries.ts';
import { HelpersCard } from '#features/staff/web/HelpersCard.tsx';
import { SystemPart } from '#features/system/web/SystemPart.tsx';
import { usersQuery } from '#features/users/web/queries.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { useNow } from '#platform/web/now.tsx';
import { onDemand, PromptSuspense } from '#platform/web/on-demand.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { Hero } from './Hero.tsx';

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

/** Dashboard overview: counts, live events, warnings, recent changes. */
export function AdminOverview({ zone }: { zone: string }) {
  const { data: events } = useQuery(eventsQuery);
  const { on } = useAdminMode();
  const now = useNow();
  const { data: noticed = [] } = useQuery({ ...warningsQuery, enabled: on });
  const { data: registrations } = useQuery({ ...registrationsQuery, enabled: on });
  const warnings = on ? [...burstWarnings(registrations?.bursts ?? [], now, zone), ...noticed] : [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <h2 className="sr-only">Overview</h2>
      {events !== undefined && !hasBegun(events) && <Beginning events={events} zone={zone} />}
      {events !== undefined && <NeedsAttention events={events} warnings={warnings} zone={zone} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QuickActions zone={zone} />
        <Figures events={events} />
      </div>
      <ClockPart zone={zone} />
      <Part id="live-events" title="LIVE EVENTS">
        <LiveEvents events={events ?? []} />
      </Part>
      <Part id="registrations" title="REGISTRATIONS">
        <RegistrationsPanel zone={zone} />
      </Part>
      <Part id="helpers" title="HELPERS">
        <HelpersCard zone={zone} />
      </Part>
      <Part id="festival" title="FESTIVAL">
        <FactsCard hero={HERO} />
      </Part>
      <ArchiveCard zone={zone} />
      <Part id="system" title="SYSTEM">
        <SystemPart warnings={warnings} zone={zone} />
      </Part>
      <Part id="sessions" title="ADMIN SESSIONS">
        <SessionsPanel zone={zone} />
      </Part>
      <Part id="changes" title="CHANGES">
        <AuditList zone={zone} />
      </Part>
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

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <h3 id={id} className="scroll-mt-24 font-display text-2xl leading-none text-sun">
      {title}
    </h3>
    {children}
  </section>
);

function QuickActions({ zone }: { zone: string }) {
  const guarded = useGuarded();
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
      <Link to="/admin/scores" className={buttonClass()}>
        <Upload aria-hidden="true" />
        Upload Scores
      </Link>
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
    <ul className="grid gap-4 sm:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3">
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
  <Card
    as="li"
    className="grid grid-cols-[1fr_auto] content-start items-center gap-x-4 gap-y-2 p-4 sm:grid-cols-1 sm:p-5 lg:grid-cols-[1fr_auto] xl:grid-cols-1"
  >
    <p className="text-mute">{name}</p>
    <p className="row-span-2 font-display text-5xl leading-[0.85] text-sun sm:row-span-1 lg:row-span-2 xl:row-span-1">
      {value?.toLocaleString('en-US') ?? '–'}
    </p>
    <p className="text-mute">{more}</p>
  </Card>
);

const LiveEvents = ({ events }: { events: readonly FestivalEvent[] }) => {
  const live = events.filter((event) => event.status === 'in-progress' || isCompletionUndoable(event));
  if (live.length === 0) {
    return (
      <EmptyState
        icon={<Radio />}
        title="Nothing is live right now"
        text="An event is live from Start Event to Complete Event."
        action={
          <Link to="/admin/control" className={buttonClass()}>
            Event Control
          </Link>
        }
      />
    );
  }
  return (
    <ul className="card divide-y divide-line px-4 sm:px-5">
      {live.map((event) => (
        <li key={event.id} className="grid gap-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
          <div className="grid min-w-0 gap-1.5">
            <EventKind event={event} />
            <p className="font-semibold [overflow-wrap:anywhere]">{event.title}</p>
            <p className="text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
              {event.currentRegistrations} / {event.capacity} participants · {event.location}
            </p>
          </div>
          <StatusButton event={event} />
        </li>
      ))}
    </ul>
  );
};
