/** Which row of a programme's table is which event. */
import type { FestivalEvent } from '#features/events/contract.ts';
import { phaseOf } from '#features/events/rules/clock.ts';
import { roomOf } from '#features/events/rules/rooms.ts';
import { groupBy } from '#platform/group-by.ts';
import { searchKey, typedWords } from '#platform/names.ts';
import { festivalDay } from '#platform/time.ts';
import type { Problem } from '../contract.ts';
import type { ProgrammeRow } from './programme.ts';

export type Pair = { readonly row: ProgrammeRow; readonly event: FestivalEvent };
export type Pairing = {
  /** By id, or by title, start and room. */
  readonly pairs: readonly Pair[];
  /** Rows without an event, each with an event without a row that may be the same. */
  readonly guesses: readonly Pair[];
  readonly added: readonly ProgrammeRow[];
  readonly problems: readonly Problem[];
};

type Known = Pick<FestivalEvent, 'title' | 'startTime' | 'location' | 'host'>;
type Feature = 'title' | 'start' | 'room' | 'host';
const FEATURES: Readonly<Record<Feature, (event: Known) => string>> = {
  title: ({ title }) => searchKey(title),
  start: ({ startTime }) => startTime,
  room: roomOf,
  host: ({ host }) => searchKey(host),
};
const keyOf =
  (features: readonly Feature[]) =>
  (event: Known): string =>
    JSON.stringify(features.map((feature) => FEATURES[feature](event)));
const slotOf = keyOf(['title', 'start', 'room']);

/**
 * Pairs each row with the event of its id, else with the one of its title, start and room, and guesses among the rest
 * that is not over at `now`.
 */
export function pairRows(rows: readonly ProgrammeRow[], programme: readonly FestivalEvent[], now: string): Pairing {
  const left = new Map(programme.map((event) => [event.id, event]));
  const pairs: Pair[] = [];
  const take = (row: ProgrammeRow, event: FestivalEvent | undefined): boolean => {
    if (event !== undefined && left.delete(event.id)) return pairs.push({ row, event }) > 0;
    return false;
  };
  const withoutId = rows.filter((row) => !take(row, left.get(row.id ?? '')));
  const bySlot = groupBy(left.values(), slotOf);
  const unclear: ProgrammeRow[] = [];
  const rest = withoutId.filter((row) => {
    const [event, ...others] = bySlot.get(slotOf(row.event)) ?? [];
    if (others.length > 0) unclear.push(row);
    return others.length === 0 && !take(row, event);
  });
  const isOver = (event: FestivalEvent) => ['completed', 'ended'].includes(phaseOf(event, now));
  const guesses = guessed(
    rest,
    [...left.values()].filter((event) => !isOver(event)),
  );
  const paired = new Set(guesses.map(({ row }) => row));
  return {
    pairs,
    guesses,
    added: rest.filter((row) => !paired.has(row)),
    problems: [...repeats(rows), ...twins(unclear)],
  };
}

const twins = (rows: readonly ProgrammeRow[]): Problem[] =>
  rows.map(({ line }) => ({
    line,
    field: 'location',
    message: 'Several events have this title, start and room. Say which by its id: download the programme as CSV.',
  }));

/** Reports rows that are the same event: same id, or same title, start and room. */
function repeats(rows: readonly ProgrammeRow[]): Problem[] {
  const first = new Map<string, ProgrammeRow>();
  return rows.flatMap((row) => {
    const [slot, id] = [slotOf(row.event), row.id ?? ''];
    const sameId = id === '' ? undefined : first.get(id);
    const sameSlot = first.get(slot);
    // Two with an id each are two, wherever they are.
    const before = sameId ?? (id !== '' && sameSlot?.id ? undefined : sameSlot);
    if (sameSlot === undefined) first.set(slot, row);
    if (id !== '' && sameId === undefined) first.set(id, row);
    const message = `This is the same event as in line ${before?.line}.`;
    return before === undefined ? [] : [{ line: row.line, field: '', message }];
  });
}

/** What a row and its event have in common besides the title, the surest first. */
const BY_START: readonly (readonly Feature[])[] = [
  ['start', 'host'],
  ['start'],
  ['room', 'host'],
  ['room'],
  ['host'],
  [],
];
const BY_ROOM: readonly (readonly Feature[])[] = [
  ['room', 'host'],
  ['room'],
  ['start', 'host'],
  ['start'],
  ['host'],
  [],
];

/** Returns the likeliest pairs: of one title with the fewest changes, then of one start and room with a new title. */
function guessed(rows: readonly ProgrammeRow[], events: readonly FestivalEvent[]): Pair[] {
  const titled = groupBy(events, FEATURES.title);
  const sameTitle = [...groupBy(rows, ({ event }) => FEATURES.title(event))].flatMap(([title, group]) => {
    const sameTitled = titled.get(title) ?? [];
    const orders = group.length === 1 && sameTitled.length < 2 ? [[[]]] : [BY_START, BY_ROOM];
    const [byStart = [], byRoom = byStart] = orders.map((order) => pairedBy(order, group, sameTitled));
    return changesIn(byRoom) < changesIn(byStart) ? byRoom : byStart;
  });
  const [rowsPaired, eventsPaired] = [
    new Set(sameTitle.map(({ row }) => row)),
    new Set(sameTitle.map(({ event }) => event)),
  ];
  const renamed = pairedBy(
    [
      ['start', 'room', 'host'],
      ['start', 'room'],
    ],
    rows.filter((row) => !rowsPaired.has(row)),
    events.filter((event) => !eventsPaired.has(event)),
  );
  return [...sameTitle, ...renamed.filter(isRenaming)];
}

const differ = (feature: Feature, { row, event }: Pair): boolean =>
  FEATURES[feature](row.event) !== FEATURES[feature](event);
/** Of one title alone, another day's session is as likely. */
export const isLikely = (pair: Pair, zone: string): boolean =>
  differ('title', pair) ||
  !differ('room', pair) ||
  festivalDay(pair.row.event.startTime, zone) === festivalDay(pair.event.startTime, zone);
const changesIn = (pairs: readonly Pair[]): number =>
  pairs.flatMap((pair) => (['start', 'room', 'host'] as const).filter((feature) => differ(feature, pair))).length;

/** Another talk at the time and place of a cancelled one is not that talk. */
const isRenaming = (pair: Pair): boolean => {
  const words = new Set(typedWords(pair.event.title));
  return !differ('host', pair) || typedWords(pair.row.event.title).some((word) => word.length > 3 && words.has(word));
};

function pairedBy(
  order: readonly (readonly Feature[])[],
  rows: readonly ProgrammeRow[],
  events: readonly FestivalEvent[],
): Pair[] {
  let [rowsLeft, eventsLeft] = [rows, events];
  return order.flatMap((features) => {
    const key = keyOf(features);
    const alike = groupBy(eventsLeft, key);
    const pairs = [...groupBy(rowsLeft, ({ event }) => key(event))].flatMap(([value, group]) =>
      inOrderOfTime(group, alike.get(value) ?? []),
    );
    const [rowsPaired, eventsPaired] = [new Set(pairs.map(({ row }) => row)), new Set(pairs.map(({ event }) => event))];
    rowsLeft = rowsLeft.filter((row) => !rowsPaired.has(row));
    eventsLeft = eventsLeft.filter((event) => !eventsPaired.has(event));
    return pairs;
  });
}

const byStart = (one: Known, other: Known): number => Date.parse(one.startTime) - Date.parse(other.startTime);

function inOrderOfTime(rows: readonly ProgrammeRow[], events: readonly FestivalEvent[]): Pair[] {
  const sorted = events.toSorted(byStart);
  return rows
    .toSorted((one, other) => byStart(one.event, other.event))
    .flatMap((row, index) => {
      const event = sorted[index];
      return event === undefined ? [] : [{ row, event }];
    });
}
