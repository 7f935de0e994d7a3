import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CalendarX from 'lucide-react/icons/calendar-x-2';
import Clock from 'lucide-react/icons/clock-alert';
import Gem from 'lucide-react/icons/gem';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import Lock from 'lucide-react/icons/lock';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { guarded, useAdminMode, useMayWork } from '#features/access/web/state.ts';
import { UnlockFirst } from '#features/access/web/UnlockFirst.tsx';
import { ReportedResults } from '#features/brackets/reports/web/ReportedResults.tsx';
import { BracketDesk } from '#features/brackets/web/desk/BracketDesk.tsx';
import { EventPoints } from '#features/brackets/web/EventPoints.tsx';
import { NoShows } from '#features/check-in/web/NoShows.tsx';
import { QrCodeCard } from '#features/check-in/web/QrCodeCard.tsx';
import { staffListQuery } from '#features/check-in/web/queries.ts';
import { StaffList } from '#features/check-in/web/StaffList.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { whyNotSayLate } from '#features/events/rules/lateness.ts';
import { LateMark } from '#features/events/web/EventBadges.tsx';
import { EventKind, EventLoading, EventMoment, StatusLabel } from '#features/events/web/StaffParts.tsx';
import { StatusButton } from '#features/events/web/StatusButton.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import { MessageList, WriteMessage } from '#features/news/messages/web/MessageDesk.tsx';
import { QueueDesk } from '#features/queue/web/QueueDesk.tsx';
import { FeedbackCard } from '#features/rsvps/feedback/web/FeedbackCard.tsx';
import { StaffLine } from '#features/waiting/web/StaffLine.tsx';
import { isolated } from '#platform/names.ts';
import { DOOR, HOST, JUDGE } from '#platform/staff.ts';
import { changeQuery } from '#platform/web/change-query.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { EmptyState } from '#platform/web/ui/loading.tsx';
import { absent } from './absent-people.tsx';
import { eventIdIn } from './parts/admin-tabs.ts';

const LateDialog = onDemand(() => import('#features/events/web/LateDialog.tsx').then((module) => module.LateDialog));
const EditEventDialog = onDemand(() =>
  import('#features/events/web/EditEventDialog.tsx').then((module) => module.EditEventDialog),
);

const GivePointsDialog = onDemand(() =>
  import('#features/points/web/GivePointsDialog.tsx').then((module) => module.GivePointsDialog),
);

const NewHelperDialog = onDemand(() =>
  import('#features/staff/web/NewHelperDialog.tsx').then((module) => module.NewHelperDialog),
);

/** Query parameter with the part that is open: `?part=bracket`. */
const PART = 'part';
type Part = 'people' | 'bracket';
const NAMES = { people: 'People', bracket: 'Bracket' } as const satisfies Record<Part, string>;

type EventDeskProps = {
  event: FestivalEvent;
  events: readonly FestivalEvent[];
  zone: string;
  heading: 'h1' | 'h2';
  /** A link back to where it was opened. */
  back: ReactNode;
};

export const BackLink = ({ to, name }: { to: string; name: string }) => (
  <Link
    href={to}
    aria-label={name}
    className={buttonClass('ghost', 'icon')}
    onClick={(click) => {
      // The list as it was, with its filters.
      if (!history.state?.isFromList) return;
      click.preventDefault();
      history.back();
    }}
  >
    <ArrowLeft aria-hidden="true" />
  </Link>
);

/** One event with all that somebody may do about it: an organiser everything, a helper what their link is for. */
export function EventDesk({ event, events, zone, heading: Heading, back }: EventDeskProps) {
  const [door, judge] = [useMayWork(DOOR, event), useMayWork(JUDGE, event)];
  const host = useMayWork(HOST, event);
  const parts: readonly Part[] = [
    // Judges work a queue too.
    ...(door || (judge && event.queue) ? (['people'] as const) : []),
    ...(judge && event.tournamentType !== null ? (['bracket'] as const) : []),
  ];
  const asked = new URLSearchParams(useSearch()).get(PART);
  const part = parts.find((part) => part === asked) ?? parts[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-2">
        <div className="flex items-start gap-2">
          {back}
          <Heading className="min-w-0 flex-1 pt-1.5 font-display text-3xl leading-none [overflow-wrap:anywhere]">
            {event.title}
          </Heading>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-mute [overflow-wrap:anywhere]">
          <StatusLabel event={event} />
          <span>
            <strong className="font-semibold text-ink">
              <EventMoment event={event} zone={zone} />
            </strong>
            <LateMark event={event} />
            {` · ${event.duration} min · ${isolated(event.location)} · hosted by ${isolated(event.host)}`}
          </span>
        </p>
        <EventKind event={event} />
      </header>
      <Acts event={event} events={events} zone={zone} />
      <EventPoints event={event} />
      {host && <MessageList zone={zone} eventId={event.id} />}
      {parts.length > 1 && (
        <fieldset aria-label="Show" className="grid grid-cols-2 gap-2 sm:max-w-sm">
          {parts.map((one) => (
            <Button
              key={one}
              tone={part === one ? 'quiet' : 'ghost'}
              aria-pressed={part === one}
              onClick={() => changeQuery({ [PART]: one }, { replace: true })}
            >
              {NAMES[one]}
            </Button>
          ))}
        </fieldset>
      )}
      {part === 'people' && (event.queue ? <QueueDesk event={event} /> : <People event={event} zone={zone} />)}
      <ReportedResults event={event} />
      {part === 'bracket' && (
        <BracketDesk event={event} zone={zone} usePlaces={usePlaces} absent={door ? absent : undefined} />
      )}
      {part === undefined && (
        <EmptyState icon={<CalendarX />} title="Nothing to do here" text="This event has no bracket." />
      )}
    </div>
  );
}

/** What only organisers do with a bracket needs the places. */
const usePlaces = (eventId: string) => {
  const { on } = useAdminMode();
  return useQuery({ ...staffListQuery(eventId), enabled: on }).data;
};

type ActsProps = Pick<EventDeskProps, 'event' | 'events' | 'zone'>;

function Acts({ event, events, zone }: ActsProps) {
  const { on } = useAdminMode();
  const host = useMayWork(HOST, event);
  const canBeLate = whyNotSayLate(event, useNow()) === null;
  // The event as it was when the dialog was opened.
  const { open, close, show } = useDialog<{ kind: 'late' | 'edit' | 'helper' | 'points'; event: FestivalEvent }>();
  const places = usePlaces(event.id);
  if (!host && !on) return null;
  return (
    <div className="flex flex-wrap items-start gap-2.5">
      {host && (
        // Completing stands last, away from the thumb.
        <span className={event.status === 'upcoming' ? undefined : 'order-1'}>
          <StatusButton isMain event={event} />
        </span>
      )}
      {host && canBeLate && (
        <Button onClick={() => guarded(() => open({ kind: 'late', event }))}>
          <Clock aria-hidden="true" />
          Running late
        </Button>
      )}
      {host && <WriteMessage eventId={event.id} />}
      {on && (
        <Button onClick={() => guarded(() => open({ kind: 'edit', event }))}>
          <Pencil aria-hidden="true" />
          Edit
        </Button>
      )}
      {on && (
        <Link href={`/print?event=${encodeURIComponent(event.id)}`} className={buttonClass()}>
          <Printer aria-hidden="true" />
          Print
        </Link>
      )}
      {on && (
        <Button onClick={() => guarded(() => open({ kind: 'helper', event }))}>
          <LifeBuoy aria-hidden="true" />
          Add a helper
        </Button>
      )}
      {on && (
        <Button onClick={() => guarded(() => open({ kind: 'points', event }))}>
          <Gem aria-hidden="true" />
          Give points
        </Button>
      )}
      {show(({ kind, event: opened }) => {
        if (kind === 'late') return <LateDialog opened={opened} events={events} onClose={close} />;
        if (kind === 'helper') return <NewHelperDialog zone={zone} eventId={event.id} onClose={close} />;
        if (kind === 'points')
          return <GivePointsDialog event={event} names={places?.map(({ playerName }) => playerName)} onClose={close} />;
        const present = events.find(({ id }) => id === event.id);
        return <EditEventDialog opened={opened} present={present} zone={zone} onClose={close} />;
      })}
    </div>
  );
}

function People({ event, zone }: Pick<EventDeskProps, 'event' | 'zone'>) {
  const { on } = useAdminMode();
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @2xl:grid-cols-[minmax(0,1fr)_17rem] @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Card
            as="section"
            aria-label="Staff list"
            className="@container grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5"
          >
            <StaffList event={event} zone={zone} />
          </Card>
          <FeedbackCard event={event} />
          <NoShows event={event} />
          {on && <StaffLine event={event} />}
        </div>
        <QrCodeCard event={event} zone={zone} />
      </div>
    </div>
  );
}

const BACK = <BackLink to="/admin/events" name="Back to the list" />;

/** The page of one event, `/admin/events/ID`. The server renders the same one for every event. */
export function EventPanel({ zone }: { zone: string }) {
  const id = eventIdIn(useLocation()[0]);
  const { data: events } = useAllEvents();
  const { on, dialog } = useAdminMode();
  const hydrated = useHydrated();
  const last = useRef<FestivalEvent>(undefined);
  if (!hydrated || events === undefined) return <EventLoading />;
  const event = events.find((event) => event.id === id);
  if (event !== undefined) last.current = event;
  // One that is deleted meanwhile stays, so that what is typed can be created again.
  const shown = event ?? (last.current?.id === id ? last.current : undefined);
  if (shown === undefined)
    return (
      <div className="grid gap-4">
        <span>{BACK}</span>
        <EmptyState
          icon={<Lock />}
          title="That event is no longer there"
          text="It was deleted, or the address is wrong. Manage Events has all there are."
        />
      </div>
    );
  // While the password is asked for, what was typed stays.
  if (!on && dialog !== 'open')
    return (
      <div className="grid gap-4">
        <span>{BACK}</span>
        <UnlockFirst
          icon={<Lock />}
          to={`work on ${shown.title}`}
          text="Here are its people, its bracket and its details, for organisers."
        />
      </div>
    );
  return (
    <>
      {event === undefined && (
        <p role="status" className="mb-4 rounded-xl border border-coral px-4 py-3 font-semibold">
          This event has just been deleted.
        </p>
      )}
      <EventDesk key={shown.id} event={shown} events={events} zone={zone} heading="h2" back={BACK} />
    </>
  );
}
