import { cardDate, clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { LiveDot, StateLabel } from '#platform/web/ui/badge.tsx';
import type { FestivalEvent } from '../contract.ts';
import { phaseOf } from '../rules/clock.ts';
import { KindBadges } from './EventBadges.tsx';

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

/** Upcoming, LIVE, Ended or Completed. */
export const StatusLabel = ({ event }: { event: FestivalEvent }) => {
  const phase = phaseOf(event, useNow());
  if (phase === 'in-progress') return <LiveDot />;
  if (phase === 'upcoming') return <StateLabel colour="sea">Upcoming</StateLabel>;
  return <StateLabel colour="mute">{phase === 'ended' ? 'Ended' : 'Completed'}</StateLabel>;
};
