import { memo, type ReactNode, Suspense } from 'react';
import { festivalDayHeading, festivalDayShort } from '#platform/time.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { FestivalEvent } from '../contract.ts';
import { groupByFestivalDay, sortByStart } from '../rules/programme.ts';
import { EventCard } from './EventCard.tsx';
import { DayJump } from './parts/DayJump.tsx';

type EventListProps = {
  /** Already filtered. */
  events: readonly FestivalEvent[];
  zone: string;
  onOpen: (id: string) => void;
  /** Fills a card's action slot; must be stable between renders, or the whole list re-renders. */
  action: (event: FestivalEvent) => ReactNode;
};

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-4 sm:gap-5';
// Days out of sight are not laid out, which saves a third of a phone's start. The padding leaves room for focus rings,
// which content-visibility would clip.
const GROUP =
  '-m-2 grid focus:outline-none grid-cols-[minmax(0,1fr)] gap-4 p-2 [contain-intrinsic-height:auto_240rem] [content-visibility:auto] sm:[contain-intrinsic-height:auto_100rem]';
const PLACEHOLDERS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** Events by day, completed ones last. */
export const EventList = memo(function EventList({ events, ...rest }: EventListProps) {
  const days = groupByFestivalDay(
    events.filter((event) => event.status !== 'completed'),
    rest.zone,
  );
  const finished = sortByStart(events.filter((event) => event.status === 'completed'));
  const groups = [
    ...days.map(({ day, items }) => ({
      id: `day-${day}`,
      words: festivalDayShort(day),
      heading: festivalDayHeading(day),
      items,
    })),
    ...(finished.length > 0 ? [{ id: 'finished', words: 'Finished', heading: 'Finished', items: finished }] : []),
  ];
  return (
    <div className="event-days grid grid-cols-[minmax(0,1fr)] gap-10">
      <DayJump stops={groups} />
      {groups.map(({ id, heading, items }) => (
        <Group key={id} id={id} heading={heading} events={items} {...rest} />
      ))}
    </div>
  );
});

/** A Suspense boundary per group lets React hydrate one group at a time and handle taps in between. */
const Group = ({ id, heading, events, zone, onOpen, action }: EventListProps & { id: string; heading: string }) => (
  <Suspense>
    <section id={id} tabIndex={-1} aria-label={heading} className={GROUP}>
      <h3 className="flex items-center gap-4 font-display text-2xl leading-none text-sun after:h-px after:flex-1 after:bg-line">
        {heading}
      </h3>
      <ul className={GRID}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} zone={zone} onOpen={onOpen} action={action(event)} />
          </li>
        ))}
      </ul>
    </section>
  </Suspense>
);

export const EventListPlaceholder = () => (
  <div role="status">
    <span className="sr-only">Loading events</span>
    <div className={GRID}>
      {PLACEHOLDERS.map((name) => (
        <Skeleton key={name} className="h-82 rounded-2xl" />
      ))}
    </div>
  </div>
);
