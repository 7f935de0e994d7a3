import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { festivalDayHeading } from '#platform/time.ts';
import { Loading } from '#platform/web/ui/loading.tsx';
import type { FestivalEvent } from '../contract.ts';
import { FIRST_SHOWN } from '../rules/first-events.ts';
import { type ProgrammeDay, type ProgrammeView, SECTION_NAMES } from '../rules/programme.ts';
import { EventCard } from './EventCard.tsx';

/** A longer list is not drawn to its end: find-in-page costs a slow phone seconds. */
const DRAWN_AT_MOST = 120;
/** Milliseconds between two steps, so that taps are handled in between. */
const STEP_MS = 60;
const STEP = 12;
/** Two screens of a phone before a row is seen. */
const NEAR = '200% 0px';

/** Returns how many cards to draw from the start: first what the server drew, then a short list to its end. */
function useCardsDrawn(count: number): number {
  const [drawn, setDrawn] = useState(FIRST_SHOWN);
  const isDue = drawn < count && count <= DRAWN_AT_MOST;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + STEP)), STEP_MS);
    return () => clearTimeout(timer);
  }, [isDue, drawn]);
  useEffect(() => {
    // Paper has no scrolling.
    const drawAll = () => flushSync(() => setDrawn(Number.POSITIVE_INFINITY));
    addEventListener('beforeprint', drawAll);
    return () => removeEventListener('beforeprint', drawAll);
  }, []);
  return drawn;
}

type CardRowProps<T> = {
  of: readonly T[];
  /** Draws the cards wherever they are. */
  drawn: boolean;
  children: (item: T) => ReactNode;
};

/** A few list items, empty but as tall as cards until they are near the screen. Then they stay drawn. */
function CardRow<T extends { readonly id: string }>({ of, drawn, children }: CardRowProps<T>) {
  const [wasNear, setNear] = useState(false);
  const isDrawn = drawn || wasNear;
  const first = useRef<HTMLLIElement>(null);
  const last = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isDrawn) return;
    if (!('IntersectionObserver' in window)) return setNear(true);
    const seen = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    };
    const observer = new IntersectionObserver(seen, { rootMargin: NEAR });
    for (const end of [first.current, last.current]) if (end !== null) observer.observe(end);
    return () => observer.disconnect();
  }, [isDrawn]);
  if (isDrawn) return of.map(children);
  const end = of.length - 1;
  return of.map(({ id }, index) => (
    <li key={id} ref={index === 0 ? first : index === end ? last : null} aria-hidden="true" className="min-h-64" />
  ));
}

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
