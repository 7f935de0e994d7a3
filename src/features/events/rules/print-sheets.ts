/** What the printed sheets of a day hold. */
import type { FestivalEvent } from '../contract.ts';
import { groupByFestivalDay } from './programme.ts';
import { roomOf } from './rooms.ts';

type Placed = Pick<FestivalEvent, 'startTime' | 'location'>;

/** The events of one festival day, by start. */
type Day<E> = { readonly day: string; readonly items: readonly E[] };

/** Returns today's events; else those of the next day that has any, else of the last. Undefined without events. */
export const dayToPrint = <E extends Placed>(
  events: readonly E[],
  { zone, today, wanted }: { zone: string; today: string; wanted: string | null },
): { days: readonly string[]; chosen: Day<E> | undefined } => {
  const groups = groupByFestivalDay(events, zone);
  const chosen = groups.find(({ day }) => day === wanted) ?? groups.find(({ day }) => day >= today) ?? groups.at(-1);
  return { days: groups.map(({ day }) => day), chosen };
};

export type Room<E> = { readonly name: string; readonly items: readonly E[] };

/** Returns the rooms by name, each with its events. */
export const roomsIn = <E extends Placed>(events: readonly E[]): Room<E>[] =>
  [...Map.groupBy(events, roomOf)]
    .map(([, items]) => ({ name: items[0]?.location ?? '', items }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
