import { cardDate, clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { Badge, LiveDot, StateLabel } from '#platform/web/ui/badge.tsx';
import type { FestivalEvent } from '../contract.ts';
import { phaseOf } from '../rules/clock.ts';
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

/** Upcoming, LIVE, Ended or Completed. */
export const StatusLabel = ({ event }: { event: FestivalEvent }) => {
  const phase = phaseOf(event, useNow());
  if (phase === 'in-progress') return <LiveDot />;
  if (phase === 'upcoming') return <StateLabel colour="sea">Upcoming</StateLabel>;
  return <StateLabel colour="mute">{phase === 'ended' ? 'Ended' : 'Completed'}</StateLabel>;
};
