import { compareNames, finder, looseKey, nameToSearch, roomKey, searchKey, textToSearch } from '#platform/names.ts';
import { festivalDay, festivalDayHeading } from '#platform/time.ts';
import type { FestivalEvent } from '../contract.ts';
import { isCompletionUndoable } from './clock.ts';

export const roomOf = ({ location }: Pick<FestivalEvent, 'location'>): string => roomKey(location);

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

/** As the server sends the programme. */
export const byStart = (one: Starting, other: Starting): number =>
  compare(one.startTime, other.startTime) || compare(one.id, other.id);

const LAST: readonly SortKey[] = ['startTime', 'location', 'eventType'];

/** Equal ones by start, soonest first. By time, room and type, which look for what is to come, completed ones are last. */
export const sortEvents = (events: readonly FestivalEvent[], key: SortKey, descending: boolean): FestivalEvent[] => {
  const sign = descending ? -1 : 1;
  const ranked = events.map((event) => ({ event, rank: rank(event, key) }));
  const isLast = ({ event }: { event: FestivalEvent }) =>
    Number(LAST.includes(key) && event.status === 'completed' && !isCompletionUndoable(event));
  ranked.sort((a, b) => isLast(a) - isLast(b) || sign * compare(a.rank, b.rank) || byStart(a.event, b.event));
  return ranked.map(({ event }) => event);
};

/** `day` is a festival day. */
export type Choice = { readonly q: string; readonly day: string | null; readonly room: string | null };

/**
 * Every typed word is part of title, host, location or day: "saturday" and "nov 28" find that festival day, the whole
 * name of a room its events.
 */
export function findEvents(
  events: readonly FestivalEvent[],
  { q, day, room }: Choice,
  zone: string,
): readonly FestivalEvent[] {
  const isFound = finder(q);
  const shown = events.filter(
    (event) =>
      (day === null || festivalDay(event.startTime, zone) === day) && (room === null || roomOf(event) === room),
  );
  if (q.trim() === '') return shown;
  // Several words that name a room find only that room: "Ballroom A" is not "a game in Ballroom B", but "arcade" may be
  // in titles.
  const inRoom = shown.filter((event) => roomOf(event) === looseKey(q));
  if (inRoom.length > 0 && q.trim().includes(' ')) return inRoom;
  const headings = new Map<string, string>();
  const dayOf = ({ startTime }: FestivalEvent): string => {
    const found = festivalDay(startTime, zone);
    const heading = headings.get(found) ?? textToSearch(festivalDayHeading(found));
    headings.set(found, heading);
    return heading;
  };
  return shown.filter((event) =>
    isFound(
      [textToSearch(event.title), nameToSearch(event.host), textToSearch(event.location), dayOf(event)].join('\n'),
    ),
  );
}

export function choicesOf(events: readonly FestivalEvent[], zone: string) {
  const rooms = new Map(events.map((event) => [roomOf(event), event.location]));
  return {
    days: [...new Set(events.map(({ startTime }) => festivalDay(startTime, zone)))].sort(),
    rooms: [...rooms].sort(([, one], [, other]) => compareNames(one, other)),
  };
}
