import { memo, type ReactNode } from 'react';
import { festivalDayHeading } from '#platform/time.ts';
import { Loading } from '#platform/web/ui/skeleton.tsx';
import type { FestivalEvent } from '../contract.ts';
import { type ProgrammeDay, type ProgrammeView, SECTION_NAMES } from '../rules/programme.ts';
import { EventCard } from './EventCard.tsx';
import { CardRow, useCardsDrawn } from './parts/CardRow.tsx';

type CardsProps = {
  zone: string;
  onOpen: (id: string) => void;
  /** Fills a card's action slot; must be stable between renders, or the whole list re-renders. */
  action: (event: FestivalEvent) => ReactNode;
  /** Stable too. */
  next: (event: FestivalEvent) => ReactNode;
};

type EventListProps = CardsProps & {
  view: ProgrammeView<FestivalEvent>;
};

/** Cards that are drawn together. Two rows on a wide screen. */
const ROW = 6;

const headingOf = (day: string): string => SECTION_NAMES[day] ?? festivalDayHeading(day);

/** What is current, then events by day. Cards far from the screen are drawn when somebody scrolls there. */
export const EventList = memo(function EventList({ view: { shown }, ...rest }: EventListProps) {
  const drawn = useCardsDrawn(shown.reduce((sum, { items }) => sum + items.length, 0));
  let before = 0;
  return (
    <div className="event-days grid grid-cols-[minmax(0,1fr)] gap-10">
      {shown.map(({ day, items }) => {
        const left = Math.max(0, drawn - before);
        before += items.length;
        return <Day key={day} day={day} items={items} drawn={left} {...rest} />;
      })}
    </div>
  );
});

const Day = ({ day, items, drawn, ...rest }: ProgrammeDay<FestivalEvent> & CardsProps & { drawn: number }) => (
  <section aria-label={headingOf(day)} className="event-day">
    <h3>{headingOf(day)}</h3>
    <ul className="event-grid">
      {rowsOf(items).map((events, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is a place in the list
        <CardRow key={index} drawn={index * ROW < drawn} of={events}>
          {(event) => <Card key={event.id} event={event} {...rest} />}
        </CardRow>
      ))}
    </ul>
  </section>
);

const rowsOf = <T,>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / ROW) }, (_, row) => items.slice(row * ROW, (row + 1) * ROW));

const Card = memo(({ event, zone, onOpen, action, next }: CardsProps & { event: FestivalEvent }) => (
  <li>
    <EventCard event={event} zone={zone} onOpen={onOpen} action={action(event)} next={next(event)} />
  </li>
));

export const EventListPlaceholder = () => (
  <Loading words="Loading events" count={6} list="event-grid" className="h-64 rounded-2xl" />
);
