import CalendarCheck from 'lucide-react/icons/calendar-check';
import Trophy from 'lucide-react/icons/trophy';
import { type ReactNode, useMemo } from 'react';
import { isolated } from '#platform/names.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { EmptyState } from '#platform/web/ui/loading.tsx';
import { LongList } from '#platform/web/ui/long-list.tsx';
import type { FestivalEvent } from '../contract.ts';
import { findEvents, sortEvents } from '../rules/order.ts';
import { sortByStart } from '../rules/programme.ts';
import { DayAndRoom, useListAddress } from './parts/DayAndRoom.tsx';
import { EventKind, EventLoading, EventMoment, EventPageLink, StatusLabel } from './StaffParts.tsx';
import { StatusButton } from './StatusButton.tsx';
import { useAllEvents } from './state.ts';

type EventControlProps = {
  zone: string;
  /** Buttons for a tournament's bracket, passed in by the app. */
  bracket: (event: FestivalEvent) => ReactNode;
};

const ROW_HEIGHT = 108;

/** Brackets first, then every event's status: live first, then by start. */
export function EventControl({ zone, bracket }: EventControlProps) {
  const { data: all } = useAllEvents();
  const { day, room, choose } = useListAddress();
  const events = useMemo(() => all && findEvents(all, { q: '', day, room }, zone), [all, day, room, zone]);
  if (all === undefined || events === undefined) return <EventLoading />;
  const isLimited = day !== null || room !== null;
  const tournaments = sortByStart(events.filter((event) => event.tournamentType !== null));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <h2 className="font-display text-3xl leading-none uppercase">Event Control</h2>
      {all.length > 0 && (
        <div className="-mb-2 grid grid-cols-2 gap-3 sm:max-w-xl">
          <DayAndRoom events={all} zone={zone} day={day} room={room} onChoose={choose} />
        </div>
      )}
      <Part id="tournaments" title="TOURNAMENTS">
        {tournaments.length === 0 && isLimited ? (
          <p className="text-mute">None on this day in this room.</p>
        ) : tournaments.length === 0 ? (
          <EmptyState
            icon={<Trophy />}
            title="No tournaments yet"
            text="Give an event a tournament type in Manage Events, and its bracket is drawn here."
          />
        ) : (
          <LongList label="Tournaments" items={tournaments} keyOf={keyOf} rowHeight={ROW_HEIGHT}>
            {(event) => (
              <Line event={event} zone={zone}>
                {bracket(event)}
              </Line>
            )}
          </LongList>
        )}
      </Part>
      <Part id="statuses" title="EVENT STATUS">
        {events.length === 0 && isLimited ? (
          <p className="text-mute">None on this day in this room.</p>
        ) : events.length === 0 ? (
          <EmptyState icon={<CalendarCheck />} title="No events yet" text="Create the first one in Manage Events." />
        ) : (
          <LongList
            label="Event status"
            items={sortEvents(events, 'status', false)}
            keyOf={keyOf}
            rowHeight={ROW_HEIGHT}
          >
            {(event) => (
              <Line event={event} zone={zone}>
                <StatusButton event={event} />
              </Line>
            )}
          </LongList>
        )}
      </Part>
    </div>
  );
}

const keyOf = ({ id }: FestivalEvent): string => id;

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <h3 id={id} className="font-display text-2xl leading-none text-sun">
      {title}
    </h3>
    {children}
  </section>
);

type LineProps = { event: FestivalEvent; zone: string; children: ReactNode };

const Line = ({ event, zone, children }: LineProps) => (
  <div className="pb-3">
    <Card as="article" className="grid gap-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h4 className="min-w-0 text-lg leading-tight font-semibold [overflow-wrap:anywhere]">
            <EventPageLink event={event} />
          </h4>
          <StatusLabel event={event} />
        </div>
        <p className="text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
          <EventMoment event={event} zone={zone} />
          {` · ${isolated(event.location)} · `}
          <span className="whitespace-nowrap">{`${event.currentRegistrations} / ${event.capacity} players`}</span>
        </p>
        <EventKind event={event} />
      </div>
      {children}
    </Card>
  </div>
);
