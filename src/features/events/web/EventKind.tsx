import { cardDate, clockTime } from '#platform/time.ts';
import { Badge, LiveDot, StateLabel } from '#platform/web/ui/badge.tsx';
import type { EventStatus, FestivalEvent } from '../contract.ts';
import { TOURNAMENT_LABEL } from '../rules/kinds.ts';
import { TYPE_COLOUR } from './EventBadges.tsx';
import { TYPE_LABEL } from './parts/words.ts';

export const EventKind = ({ event }: { event: FestivalEvent }) => (
  <span className="flex flex-wrap items-center gap-1.5">
    <Badge colour={TYPE_COLOUR[event.eventType]}>{TYPE_LABEL[event.eventType]}</Badge>
    {event.tournamentType !== null && <Badge colour="sun">{TOURNAMENT_LABEL[event.tournamentType]}</Badge>}
  </span>
);

export const EventMoment = ({ event, zone }: { event: FestivalEvent; zone: string }) => (
  <time dateTime={event.startTime}>
    {cardDate(event.startTime, zone)}, {clockTime(event.startTime, zone)}
  </time>
);

/** Upcoming, LIVE or Completed. */
export const StatusLabel = ({ status }: { status: EventStatus }) => {
  if (status === 'in-progress') return <LiveDot />;
  return status === 'upcoming' ? (
    <StateLabel colour="sea">Upcoming</StateLabel>
  ) : (
    <StateLabel colour="mute">Completed</StateLabel>
  );
};
