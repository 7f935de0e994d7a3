import type { EventType } from '#features/events/contract.ts';
import type { Cell } from '#platform/csv.ts';
import { groupBy } from '#platform/lists.ts';
import { zonedInput } from '#platform/time.ts';
import type { Counts, Numbers } from './contract.ts';

/** `released`: places that were given to the line because nobody came. */
export type CountedEvent = {
  readonly id: string;
  readonly title: string;
  readonly location: string;
  readonly eventType: EventType;
  readonly startTime: string;
  readonly isOver: boolean;
  readonly places: number;
  readonly shows: number;
  readonly released: number;
  readonly waited: number;
};

const TYPES: Readonly<Record<EventType, string>> = {
  course: 'Course',
  'board-game': 'Board game',
  'card-game': 'Card game',
  'video-game': 'Video game',
};

const countsOf = (name: string, events: readonly CountedEvent[]): Counts => {
  const sum = (of: (event: CountedEvent) => number) => events.reduce((total, event) => total + of(event), 0);
  return {
    name,
    places: sum(({ places }) => places),
    shows: sum(({ shows }) => shows),
    noShows: sum(({ places, shows, released, isOver }) => released + (isOver ? places - shows : 0)),
    waiting: sum(({ waited }) => waited),
  };
};

const grouped = (events: readonly CountedEvent[], nameOf: (event: CountedEvent) => string): Counts[] =>
  [...groupBy(events, nameOf)]
    .map(([name, some]) => countsOf(name, some))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));

export const numbersOf = (
  events: readonly CountedEvent[],
  zone: string,
): Pick<Numbers, 'events' | 'rooms' | 'hours' | 'types'> => ({
  events: events.map((event) => ({
    ...countsOf(event.title, [event]),
    ...{ id: event.id, startTime: event.startTime },
  })),
  rooms: grouped(events, ({ location }) => location),
  hours: grouped(events, ({ startTime }) => `${zonedInput(startTime, zone).slice(11, 13)}:00`),
  types: grouped(events, ({ eventType }) => TYPES[eventType]),
});

export function numbersTable({ events, rooms, hours, types, people, points }: Numbers): readonly (readonly Cell[])[] {
  const rowsOf = (kind: string, some: readonly Counts[]) =>
    some.map((one) => [kind, one.name, one.places, one.shows, one.noShows, one.waiting]);
  return [
    ['Of', 'Name', 'Places', 'Came', 'Did not come', 'Waited in vain'],
    ...rowsOf('Event', events),
    ...rowsOf('Room', rooms),
    ...rowsOf('Hour', hours),
    ...rowsOf('Type', types),
    [],
    ['Of', 'Name', 'Number'],
    ['People', 'Names with a place', people.names],
    ['People', 'Accounts', people.accounts],
    ['People', 'Phones', people.phones],
    [],
    ['Of', 'Given by', 'Entries', 'Points'],
    ...points.map(({ by, entries, points: given }) => ['Points', by ?? 'without a name', entries, given]),
  ];
}
