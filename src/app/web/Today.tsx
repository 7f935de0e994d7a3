import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAdminMode } from '#features/access/web/state.ts';
import { matchesQuery } from '#features/brackets/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isCompletionUndoable } from '#features/events/rules/clock.ts';
import { nextHourByRoom } from '#features/events/rules/next-hour.ts';
import { LateMark } from '#features/events/web/EventBadges.tsx';
import { StatusButton } from '#features/events/web/StatusButton.tsx';
import { isolated } from '#platform/isolated.ts';
import { counted } from '#platform/numbers.ts';
import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { bracketPageOf, eventPageOf } from './admin-tabs.ts';

/** What begins within the hour, by room, with the button that starts it. */
export function NextHour({ events, zone }: { events: readonly FestivalEvent[]; zone: string }) {
  const rooms = nextHourByRoom(events, useNow());
  if (rooms.length === 0)
    return <Nothing to="/admin/control" link="Event Control" text="Nothing begins within the hour." />;
  return (
    <ul className="card divide-y divide-line px-4">
      {rooms.map(({ room, events: inRoom }) => (
        <li key={room} className="py-2.5">
          <ul aria-label={room} className="grid gap-2.5">
            {inRoom.map((event, index) => (
              <Row key={event.id} event={event} room={index === 0 ? room : undefined}>
                <strong className="font-semibold text-ink">{clockTime(event.startTime, zone)}</strong>
                <LateMark event={event} />
                {` · ${event.currentRegistrations} / ${event.capacity} players · ${isolated(event.host)}`}
              </Row>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** What is in progress, and what was completed so shortly ago that it can be undone. */
export function LiveEvents({ events }: { events: readonly FestivalEvent[] }) {
  const live = events.filter((event) => event.status === 'in-progress' || isCompletionUndoable(event));
  if (live.length === 0) return <Nothing to="/admin/control" link="Event Control" text="Nothing is live right now" />;
  return (
    <ul className="card divide-y divide-line px-4">
      {live.map((event) => (
        <Row key={event.id} event={event} className="py-2.5">
          {`${event.currentRegistrations} / ${event.capacity} participants · ${event.location}`}
          <OpenMatches event={event} />
        </Row>
      ))}
    </ul>
  );
}

type RowProps = { event: FestivalEvent; room?: string | undefined; className?: string; children: ReactNode };

const Row = ({ event, room, className = '', children }: RowProps) => (
  <li className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 [overflow-wrap:anywhere] ${className}`}>
    <div className="grid min-w-0">
      {room !== undefined && <h4 className="text-sm leading-tight text-mute">{room}</h4>}
      <Link
        to={eventPageOf(event.id)}
        className="justify-self-start py-0.5 leading-tight font-semibold hover:underline"
      >
        {event.title}
      </Link>
      <p className="text-sm leading-tight text-mute">{children}</p>
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
    <Link to={bracketPageOf(id)} className="block w-fit py-0.5 font-semibold text-ink underline">
      {counted(open, 'open match', 'open matches')}
    </Link>
  );
}

const Nothing = ({ text, link, to }: { text: string; link: string; to: string }) => (
  <p className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border-2 border-dashed border-line p-4">
    <span className="text-mute">{text}</span>
    <Link to={to} className="font-semibold text-sun underline">
      {link}
    </Link>
  </p>
);
