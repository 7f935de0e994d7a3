import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { EventState, LateMark, TYPE_COLOUR } from '#features/events/web/EventBadges.tsx';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { longDay, timeRange } from '#platform/time.ts';
import { focusMain } from '#platform/web/focus-main.ts';
import { Badge, StateLabel } from '#platform/web/ui/badge.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import type { Rsvp } from '../contract.ts';
import { CancelPlace } from './CancelPlace.tsx';
import { OverlapNote } from './Overlaps.tsx';

type ScheduleCardProps = {
  rsvp: Rsvp;
  event: FestivalEvent;
  zone: string;
  /** Shows whose place it is. */
  named: boolean;
  /** Other events of this person at the same time. */
  overlaps: readonly FestivalEvent[];
  /** The next match in a tournament, passed in by the app. */
  next: ReactNode;
  /** Links besides cancelling, passed in by the app. */
  offer: ReactNode;
};

/** BOARD, VIDEO or COURSE (docs/behaviour.md "Programme"). */
const badgeOf = ({ gameType }: FestivalEvent): string =>
  gameType === null ? 'COURSE' : gameType === 'board' ? 'BOARD' : 'VIDEO';

export function ScheduleCard({ rsvp, event, zone, named, overlaps, next, offer }: ScheduleCardProps) {
  const { id, title, startTime, duration, location, description } = event;
  return (
    <Card
      as="article"
      accent={TYPE_COLOUR[event.eventType]}
      edge="left"
      className="grid gap-2 py-4 pr-4 pl-5 sm:pr-5 sm:pl-6"
    >
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
          <time dateTime={startTime}>
            {longDay(startTime, zone)} · {timeRange(startTime, duration, zone)}
          </time>
          <LateMark event={event} /> · {location}
        </p>
        <span className="flex items-center gap-3">
          <EventState event={event} />
          <Badge colour={TYPE_COLOUR[event.eventType]}>{badgeOf(event)}</Badge>
        </span>
      </div>
      <h3 className="text-xl leading-tight font-semibold [overflow-wrap:anywhere]">
        <Link href={eventAddress(id)} className="hover:underline">
          {title}
        </Link>
      </h3>
      {description !== '' && <p className="max-w-prose text-mute [overflow-wrap:anywhere]">{description}</p>}
      {overlaps.length > 0 && <OverlapNote events={overlaps} zone={zone} />}
      {next}
      <div className="group/acts flex flex-wrap items-center justify-between gap-x-4 gap-y-2 empty:hidden">
        {named && (
          <p className="min-w-0 max-sm:w-full [overflow-wrap:anywhere]">
            <span className="text-mute">Player: </span>
            {rsvp.playerName}
          </p>
        )}
        {rsvp.checkedIn && <StateLabel colour="sea">CHECKED IN</StateLabel>}
        {!rsvp.checkedIn && event.status !== 'completed' && (
          <CancelPlace rsvp={rsvp} event={event} onCancelled={focusMain} />
        )}
        {/* On phones the question before a cancellation needs the row for itself. */}
        {offer && <div className="max-sm:group-has-[fieldset]/acts:hidden">{offer}</div>}
      </div>
    </Card>
  );
}
