import { type ReactNode, useState } from 'react';
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

type PlaceProps = {
  rsvp: Rsvp;
  /** Other events of this person at the same time. */
  overlaps: readonly FestivalEvent[];
  /** The next match in a tournament, passed in by the app. */
  next: ReactNode;
};

type ScheduleCardProps = {
  event: FestivalEvent;
  /** Of this device's people. */
  places: readonly PlaceProps[];
  zone: string;
  /** Shows whose place each is. */
  named: boolean;
  /** What changed of the event, passed in by the app. */
  changed: ReactNode;
  /** Links besides cancelling, passed in by the app. */
  offer: ReactNode;
};

/** BOARD, VIDEO or COURSE (docs/behaviour.md "Programme"). */
const badgeOf = ({ gameType }: FestivalEvent): string =>
  gameType === null ? 'COURSE' : gameType === 'board' ? 'BOARD' : 'VIDEO';

export function ScheduleCard({ event, places, zone, named, changed, offer }: ScheduleCardProps) {
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
          <EventState event={event} isPlayer />
          <Badge colour={TYPE_COLOUR[event.eventType]}>{badgeOf(event)}</Badge>
        </span>
      </div>
      <h3 className="text-xl leading-tight font-semibold [overflow-wrap:anywhere]">
        <Link href={eventAddress(id)} className="hover:underline">
          {title}
        </Link>
      </h3>
      {description !== '' && <Description text={description} />}
      {changed}
      {places.map(({ rsvp, overlaps, next }, index) => (
        <div key={rsvp.id} className={`grid gap-2 ${index === 0 ? '' : 'border-t border-line pt-2'}`}>
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
            {offer && index === places.length - 1 && (
              <div className="max-sm:group-has-[fieldset]/acts:hidden">{offer}</div>
            )}
          </div>
        </div>
      ))}
    </Card>
  );
}

/** Characters that a phone shows in two lines. */
const SHORT = 90;

/** Two lines of it, until More is pressed. All on paper. */
function Description({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isFolded = !isOpen && text.length > SHORT;
  return (
    <div className="grid justify-items-start">
      <p
        className={`max-w-prose text-mute [overflow-wrap:anywhere] ${isFolded ? 'line-clamp-2 print:line-clamp-none' : ''}`}
      >
        {text}
      </p>
      {text.length > SHORT && (
        <button
          type="button"
          className="no-print -my-1.5 min-h-11 pr-4 font-semibold text-sea underline underline-offset-4"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}
