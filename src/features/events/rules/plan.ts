/** A column for each room, time downwards. Moments are milliseconds since 1970. */
import { DAY, HOUR, MINUTE } from '#platform/durations.ts';
import { groupBy } from '#platform/lists.ts';
import { festivalDayShort, parseZoned, zonedInput } from '#platform/time.ts';
import type { FestivalEvent } from '../contract.ts';
import { endOf, overlap, plannedTime, startOf } from './clock.ts';
import { choicesOf, roomOf } from './order.ts';
import { groupByFestivalDay, sortByStart } from './programme.ts';

type Placed = Pick<FestivalEvent, 'startTime' | 'location'>;

export const EVERY_DAY = 'every';

type Day<E> = { readonly day: string; readonly items: readonly E[] };

/** Without a wanted day today, else the next day with events, else the last. */
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

/** '4:30–6:00 AM'; 'Sat 15, 4:30–6:00 AM' after midnight of the festival day. */
export const timeOn = (day: string, event: FestivalEvent, zone: string): string => {
  const date = zonedInput(event.startTime, zone).slice(0, 10);
  return `${date === day ? '' : `${festivalDayShort(date)}, `}${plannedTime(event, zone)}`;
};

export type Room<E> = { readonly name: string; readonly items: readonly E[] };

export const roomsIn = <E extends Placed>(events: readonly E[]): Room<E>[] =>
  [...groupBy(events, roomOf)]
    .map(([, items]) => ({ name: items[0]?.location ?? '', items }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

export type RoomSoon = { readonly room: string; readonly events: readonly FestivalEvent[] };

/** Starting within 60 minutes, or overdue. The room whose first event is next comes first. */
export function nextHourByRoom(events: readonly FestivalEvent[], now: string): RoomSoon[] {
  const at = Date.parse(now);
  const soon = events
    .filter((event) => event.status === 'upcoming' && startOf(event) <= at + HOUR && endOf(event) > at)
    .toSorted((one, other) => startOf(one) - startOf(other) || (one.location < other.location ? -1 : 1));
  return [...groupBy(soon, roomOf).values()].map((inRoom) => ({ room: inRoom[0]?.location ?? '', events: inRoom }));
}

const SLOT = 15 * MINUTE;

type Span = { readonly from: number; readonly to: number };

/** As far as the event is on this day. Events at one time are in lanes beside each other. */
export type Block = Span & {
  readonly event: FestivalEvent;
  readonly lane: number;
  readonly lanes: number;
  /** Something else is in its room when it really is, as late as it is. */
  readonly isClash: boolean;
};
export type Plan = Span & {
  readonly columns: readonly { readonly room: string; readonly name: string; readonly blocks: readonly Block[] }[];
};

/** The day asked for, else the next with events, else the last. */
export const planDay = (days: readonly string[], asked: string | null, today: string): string =>
  days.find((day) => day === asked) ?? days.find((day) => day >= today) ?? days.at(-1) ?? today;

function opening(day: string, zone: string): number {
  const read = parseZoned(`${day}T05:00`, zone);
  return Date.parse('iso' in read ? read.iso : `${day}T05:00Z`);
}

type Choice = { readonly day: string; readonly room: string | null; readonly zone: string };

/** From an hour before the first event to an hour after the last. */
export function planOf(events: readonly FestivalEvent[], { day, room, zone }: Choice): Plan {
  const [opens, closes] = [
    opening(day, zone),
    opening(new Date(Date.parse(day) + DAY).toISOString().slice(0, 10), zone),
  ];
  const clashes = clashing(events);
  const placed = sortByStart(events)
    .map((event) => {
      const start = Date.parse(event.startTime);
      const [from, to] = [Math.max(start, opens), Math.min(start + event.duration * MINUTE, closes)];
      return { event, from, to, isClash: clashes.has(event.id) };
    })
    .filter(({ from, to }) => from < to);
  const inRoom = groupBy(placed, ({ event }) => roomOf(event));
  const { rooms } = choicesOf(events, zone);
  const chosen = rooms.filter(([key]) => key === room);
  const first = Math.floor(((placed[0]?.from ?? opens) - opens) / HOUR);
  const last = Math.ceil((placed.reduce((most, { to }) => Math.max(most, to), opens) - opens) / HOUR);
  return {
    from: opens + Math.max(0, first - 1) * HOUR,
    to: Math.min(closes, opens + (last + 1) * HOUR),
    columns: (chosen.length > 0 ? chosen : rooms).map(([key, name]) => {
      return { room: key, name, blocks: inLanes(inRoom.get(key) ?? []) };
    }),
  };
}

/** Finished events take no room. */
function clashing(events: readonly FestivalEvent[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const room of groupBy(events, roomOf).values()) {
    // Whatever overlaps an earlier event overlaps the one that ends last.
    let longest: FestivalEvent | undefined;
    const open = room.filter(({ status }) => status !== 'completed');
    for (const event of open.sort((one, other) => startOf(one) - startOf(other))) {
      if (longest && overlap(longest, event)) ids.add(longest.id).add(event.id);
      if (!longest || endOf(event) > endOf(longest)) longest = event;
    }
  }
  return ids;
}

/** The first free lane. Events that overlap, directly or through others, share the width of the column. */
function inLanes(placed: readonly Omit<Block, 'lane' | 'lanes'>[]): Block[] {
  const groups: { ends: number[]; blocks: Omit<Block, 'lanes'>[] }[] = [];
  for (const one of placed) {
    const running = groups.at(-1);
    const group = running?.ends.some((end) => end > one.from) ? running : { ends: [], blocks: [] };
    if (group !== running) groups.push(group);
    const free = group.ends.findIndex((end) => end <= one.from);
    const lane = free === -1 ? group.ends.length : free;
    group.ends[lane] = one.to;
    group.blocks.push({ ...one, lane });
  }
  return groups.flatMap(({ ends, blocks }) => blocks.map((block) => ({ ...block, lanes: ends.length })));
}

/** ISO 8601: the moment's quarter of an hour, or `was` where that is in the same one. */
export function slotAt(moment: number, { from, to }: Span, was: string): string {
  const slot = from + Math.min(Math.max(Math.floor((moment - from) / SLOT) * SLOT, 0), to - from - SLOT);
  const own = Date.parse(was);
  return own >= slot && own < slot + SLOT ? was : new Date(slot).toISOString();
}
