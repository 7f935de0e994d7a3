import type { MouseEvent, ReactNode } from 'react';
import { RoomName } from '#features/festival/web/RoomName.tsx';
import { cardDate, clockTime } from '#platform/time.ts';
import { EnergyBar } from '#platform/web/ui/badge.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import type { FestivalEvent } from '../contract.ts';
import { percentFull } from '../rules/status.ts';
import { CapacityLabel, EventBadges, LateMark, TYPE_COLOUR } from './EventBadges.tsx';

type EventCardProps = {
  event: FestivalEvent;
  zone: string;
  onOpen: (id: string) => void;
  /** The card's button, passed in by the app, which knows the device's places. */
  action: ReactNode;
  /** What is next for this device's players, in the place of the description; null for everybody else. */
  next: ReactNode;
};

export const About = ({ event: { description } }: { event: FestivalEvent }) =>
  description !== '' && <p className="line-clamp-2">{description}</p>;

export const eventAddress = (id: string): string => `/?event=${encodeURIComponent(id)}`;
export const cardTitleId = (id: string): string => `event-${id}`;

const isPlainClick = (click: MouseEvent): boolean =>
  click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;

export function EventCard({ event, zone, onOpen, action, next }: EventCardProps) {
  const { id, title, startTime, duration, location, host, currentRegistrations, capacity } = event;
  const open = (click: MouseEvent) => {
    if (!isPlainClick(click)) return;
    click.preventDefault();
    onOpen(id);
  };
  return (
    <Card as="article" accent={TYPE_COLOUR[event.eventType]} className="event-card">
      <EventBadges event={event} isPlayer={next !== null} />
      <h4>
        {/* The link covers the card, so that a click anywhere on it opens the details. */}
        <a id={cardTitleId(id)} href={eventAddress(id)} onClick={open}>
          {title}
        </a>
      </h4>
      <p>
        <time dateTime={startTime}>
          <strong>{cardDate(startTime, zone)}</strong>
          {` · ${clockTime(startTime, zone)}`}
        </time>
        {` · ${duration} min`}
        <LateMark event={event} />
      </p>
      <p>
        <RoomName name={location} />
        {' · hosted by '}
        <strong>{host}</strong>
      </p>
      {next ?? <About event={event} />}
      {!event.queue && (
        <EnergyBar
          value={currentRegistrations}
          max={capacity}
          colour={TYPE_COLOUR[event.eventType]}
          label={`${percentFull(event)}% full`}
        />
      )}
      <div className="event-foot">
        {event.queue ? (
          <p>One after the other, by number</p>
        ) : (
          <p>
            <span>
              <strong>{`${currentRegistrations} / ${capacity}`}</strong>
              {' players'}
            </span>
            <CapacityLabel event={event} />
          </p>
        )}
        <div className="event-action">{action}</div>
      </div>
    </Card>
  );
}
