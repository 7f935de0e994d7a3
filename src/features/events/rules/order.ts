/** Sorting and searching events in Manage Events. */
import { isTooLong, searchText } from '#platform/names.ts';
import type { FestivalEvent } from '../contract.ts';
import { isCompletionUndoable } from './clock.ts';

export type SortKey = 'startTime' | 'title' | 'eventType' | 'host' | 'location' | 'capacity' | 'status';

const STATUS_ORDER = { 'in-progress': 0, upcoming: 1, completed: 2 } as const;

const rank = (event: FestivalEvent, key: SortKey): string | number => {
  // A row whose completion can be undone stays where it was, with its Undo.
  if (key === 'status') return STATUS_ORDER[isCompletionUndoable(event) ? 'in-progress' : event.status];
  if (key === 'capacity') return event.capacity;
  return searchText(event[key]);
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

/**
 * Returns events in which every typed word is part of title, host or location, ignoring case and accents. None for a
 * text that is too long.
 */
export const findEvents = (events: readonly FestivalEvent[], typed: string): FestivalEvent[] => {
  if (isTooLong(typed)) return [];
  const words = searchText(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...events];
  return events.filter(({ title, host, location }) => {
    const text = searchText(`${title} ${host} ${location}`);
    return words.every((word) => text.includes(word));
  });
};
