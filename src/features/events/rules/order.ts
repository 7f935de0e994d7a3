/** Sorting and searching events in Manage Events. */
import { finder, nameToSearch, searchKey, textToSearch } from '#platform/names.ts';
import type { FestivalEvent } from '../contract.ts';
import { isCompletionUndoable } from './clock.ts';

export type SortKey = 'startTime' | 'title' | 'eventType' | 'host' | 'location' | 'capacity' | 'status';

const STATUS_ORDER = { 'in-progress': 0, upcoming: 1, completed: 2 } as const;

const rank = (event: FestivalEvent, key: SortKey): string | number => {
  // A row whose completion can be undone stays where it was, with its Undo.
  if (key === 'status') return STATUS_ORDER[isCompletionUndoable(event) ? 'in-progress' : event.status];
  if (key === 'capacity') return event.capacity;
  return searchKey(event[key]);
};

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

type Starting = Pick<FestivalEvent, 'startTime' | 'id'>;

/** Soonest first, as the server sends the programme. */
export const byStart = (one: Starting, other: Starting): number =>
  compare(one.startTime, other.startTime) || compare(one.id, other.id);

/** Sorts by one key, up or down; equal ones by start, soonest first. */
export const sortEvents = (events: readonly FestivalEvent[], key: SortKey, descending: boolean): FestivalEvent[] => {
  const sign = descending ? -1 : 1;
  const ranked = events.map((event) => ({ event, rank: rank(event, key) }));
  ranked.sort((a, b) => sign * compare(a.rank, b.rank) || byStart(a.event, b.event));
  return ranked.map(({ event }) => event);
};

/** Returns events in which every typed word is part of title, host or location. */
export const findEvents = (events: readonly FestivalEvent[], typed: string): FestivalEvent[] => {
  const isFound = finder(typed);
  return events.filter(({ title, host, location }) =>
    isFound(`${textToSearch(title)}\n${nameToSearch(host)}\n${textToSearch(location)}`),
  );
};
