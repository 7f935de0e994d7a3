/** What the printed sheets of a day hold. */
import { groupBy } from '#platform/group-by.ts';
import { festivalDayShort, zonedInput } from '#platform/time.ts';
import type { FestivalEvent } from '../contract.ts';
import { plannedTime } from './clock.ts';
import { groupByFestivalDay } from './programme.ts';
import { roomOf } from './rooms.ts';

type Placed = Pick<FestivalEvent, 'startTime' | 'location'>;

/** Wanted instead of a day. */
export const EVERY_DAY = 'every';

/** The events of one festival day, by start. */
type Day<E> = { readonly day: string; readonly items: readonly E[] };

/** Returns the wanted day with its events, or every day; else today, else the next day that has any, else the last. */
export const daysToPrint = <E extends Placed>(
  events: readonly E[],
  { zone, today, wanted }: { zone: string; today: string; wanted: string | null },
): { days: readonly string[]; chosen: readonly Day<E>[] } => {
  const groups = groupByFestivalDay(events, zone);
  const days = groups.map(({ day }) => day);
  if (wanted === EVERY_DAY) return { days, chosen: groups };
  const chosen = groups.find(({ day }) => day === wanted) ?? groups.find(({ day }) => day >= today) ?? groups.at(-1);
  return { days, chosen: chosen === undefined ? [] : [chosen] };
};

/** '4:30–6:00 AM' for a sheet that a festival day heads; 'Sat 15, 4:30–6:00 AM' for what begins after its midnight. */
export const timeOn = (day: string, event: FestivalEvent, zone: string): string => {
  const date = zonedInput(event.startTime, zone).slice(0, 10);
  return `${date === day ? '' : `${festivalDayShort(date)}, `}${plannedTime(event, zone)}`;
};

export type Room<E> = { readonly name: string; readonly items: readonly E[] };

/** Returns the rooms by name, each with its events. */
export const roomsIn = <E extends Placed>(events: readonly E[]): Room<E>[] =>
  [...groupBy(events, roomOf)]
    .map(([, items]) => ({ name: items[0]?.location ?? '', items }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
