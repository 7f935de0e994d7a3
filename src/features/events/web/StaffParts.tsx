import { type ComponentType, createContext, type ReactNode } from 'react';
import { Link } from 'wouter';
import { cardDate, clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { LiveDot, StateLabel } from '#platform/web/ui/badge.tsx';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';
import type { EventAward, FestivalEvent } from '../contract.ts';
import { phaseOf } from '../rules/clock.ts';
import { KindBadges } from './EventBadges.tsx';
import { useAllEvents } from './state.ts';

export type GiveToProps = { eventId: string; award: Pick<EventAward, 'placeId' | 'name' | 'chosen'> };

/** The button that says whose account gets the points of a place. Points have it, which events must not import. */
export const GiveTo = createContext<ComponentType<GiveToProps> | null>(null);

type EventPageLinkProps = { event: Pick<FestivalEvent, 'id' | 'title'>; label?: string; children?: ReactNode };

/** The title of an event, which leads organisers to its page; Back leads to the same place in the list. */
export const EventPageLink = ({ event: { id, title }, label, children = title }: EventPageLinkProps) => (
  <Link
    aria-label={label}
    href={`/admin/events/${id}`}
    state={{ isFromList: true }}
    onClick={() => history.replaceState({ ...history.state, scrollY }, '')}
    className="underline decoration-edge underline-offset-4 hover:decoration-current"
  >
    {children}
  </Link>
);

/** In place of the organisers' lists until the events are loaded: placeholder rows, or that they did not load. */
export function EventLoading() {
  const { isError, refetch } = useAllEvents();
  if (isError) return <LoadError title="The events didn’t load" onRetry={() => void refetch()} />;
  return <Loading words="Loading events" count={4} list="grid gap-3" className="h-24 rounded-2xl" />;
}

export const EventKind = ({ event }: { event: FestivalEvent }) => (
  <span className="flex flex-wrap items-center gap-1.5">
    <KindBadges event={event} />
  </span>
);

export const EventMoment = ({ event, zone }: { event: FestivalEvent; zone: string }) => (
  <time dateTime={event.startTime}>
    {cardDate(event.startTime, zone)}, {clockTime(event.startTime, zone)}
  </time>
);

/** Draft, Upcoming, LIVE, Ended or Completed. */
export const StatusLabel = ({ event }: { event: FestivalEvent }) => {
  const phase = phaseOf(event, useNow());
  if (event.draft) return <StateLabel colour="mute">Draft</StateLabel>;
  if (phase === 'in-progress') return <LiveDot />;
  if (phase === 'upcoming') return <StateLabel colour="sea">Upcoming</StateLabel>;
  return <StateLabel colour="mute">{phase === 'ended' ? 'Ended' : 'Completed'}</StateLabel>;
};
