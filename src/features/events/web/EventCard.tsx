import type { MouseEvent, ReactNode } from 'react';
import { cardDate, clockTime } from '#platform/time.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { EnergyBar } from '#platform/web/ui/energy-bar.tsx';
import type { FestivalEvent } from '../contract.ts';
import { percentFull } from '../rules/seats.ts';
import { CapacityLabel, EventBadges, TYPE_COLOUR } from './EventBadges.tsx';

type EventCardProps = {
  event: FestivalEvent;
  zone: string;
  onOpen: (id: string) => void;
  /** The card's button, passed in by the app, which knows the device's places. */
  action: ReactNode;
};

export const eventAddress = (id: string): string => `/?event=${encodeURIComponent(id)}`;
export const cardTitleId = (id: string): string => `event-${id}`;

const isPlainClick = (click: MouseEvent): boolean =>
  click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;

export function EventCard({ event, zone, onOpen, action }: EventCardProps) {
  const { id, title, startTime, duration, location, host, description, currentRegistrations, capacity } = event;
  const open = (click: MouseEvent) => {
    if (!isPlainClick(click)) return;
    click.preventDefault();
    onOpen(id);
  };
  return (
    <Card
      as="article"
      accent={TYPE_COLOUR[event.eventType]}
      className="flex h-full flex-col gap-2.5 p-4.5 transition-colors duration-150 hover:border-edge"
    >
      <EventBadges event={event} />
      <h4 className="text-xl leading-tight font-semibold [overflow-wrap:anywhere]">
        {/* The link covers the card, so that a click anywhere on it opens the details. */}
        <a
          id={cardTitleId(id)}
          href={eventAddress(id)}
          onClick={open}
          className="rounded-2xl after:absolute after:inset-0 after:rounded-2xl hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-sun"
        >
          {title}
        </a>
      </h4>
      <p className="text-[0.9375rem] text-mute">
        <time dateTime={startTime}>
          <strong className="font-semibold text-ink">{cardDate(startTime, zone)}</strong> · {clockTime(startTime, zone)}
        </time>
        {` · ${duration} min`}
      </p>
      <p className="text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
        {location} · hosted by <strong className="font-semibold text-ink">{host}</strong>
      </p>
      {description !== '' && (
        <p className="line-clamp-3 text-[0.9375rem] text-mute [overflow-wrap:anywhere]">{description}</p>
      )}
      <div className="mt-auto grid gap-2.5 pt-1">
        <EnergyBar
          value={currentRegistrations}
          max={capacity}
          colour={TYPE_COLOUR[event.eventType]}
          label={`${percentFull(event)}% full`}
        />
        <p className="flex items-center justify-between gap-2 text-[0.9375rem]">
          <span className="text-mute">
            <strong className="font-semibold text-ink">
              {currentRegistrations} / {capacity}
            </strong>{' '}
            players
          </span>
          <CapacityLabel event={event} />
        </p>
        <div className="relative z-10 grid">{action}</div>
      </div>
    </Card>
  );
}
