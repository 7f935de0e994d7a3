import type { EventChange, FestivalEvent, NewEvent } from '#features/events/contract.ts';
import { phaseOf } from '#features/events/rules/clock.ts';
import { changedSince, formatWords, pointsWords } from '#features/events/rules/edits.ts';
import { roomOf } from '#features/events/rules/order.ts';
import { whyNotChangeCapacity, whyNotChangeTournament, withoutLent } from '#features/events/rules/status.ts';
import { trimmed } from '#platform/csv.ts';
import { groupBy } from '#platform/lists.ts';
import { searchKey, typedWords } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { festivalDay } from '#platform/time.ts';
import type { ChangedEvent, Problem, Shown } from '../contract.ts';
import { FIELDS } from './columns.ts';
import type { ProgrammeRow, ReadProgramme } from './programme.ts';

type Pair = { readonly row: ProgrammeRow; readonly event: FestivalEvent };
export type Pairing = {
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

/** Guesses among events that are not over at `now`. */
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

function repeats(rows: readonly ProgrammeRow[]): Problem[] {
  const first = new Map<string, ProgrammeRow>();
  return rows.flatMap((row) => {
    const [slot, id] = [slotOf(row.event), row.id ?? ''];
    const sameId = id === '' ? undefined : first.get(id);
    const sameSlot = first.get(slot);
    // Rows with an id each are two, wherever they are.
    const before = sameId ?? (id !== '' && sameSlot?.id ? undefined : sameSlot);
    if (sameSlot === undefined) first.set(slot, row);
    if (id !== '' && sameId === undefined) first.set(id, row);
    const message = `This is the same event as in line ${before?.line}.`;
    return before === undefined ? [] : [{ line: row.line, field: '', message }];
  });
}

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

/** Same title with the fewest changes, then same start and room with a new title. */
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
const isLikely = (pair: Pair, zone: string): boolean =>
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

type Changed = { readonly line: number; readonly event: FestivalEvent; readonly change: EventChange };
export type Difference = {
  readonly added: readonly ProgrammeRow[];
  readonly changed: readonly Changed[];
  readonly unchanged: number;
  readonly matched: ReadonlySet<string>;
  readonly untouched: readonly FestivalEvent[];
  readonly problems: readonly Problem[];
  readonly questions: readonly (Pair & { readonly isSame: boolean })[];
};

function pairProblems(pair: Pair, lent?: number): Problem[] {
  const { row, event } = pair;
  const { capacity = event.capacity, tournamentType } = saidOf(pair);
  return [
    ['capacity', whyNotChangeCapacity(capacity, event.currentRegistrations, lent)] as const,
    ['tournament', whyNotChangeTournament(event.tournamentType, tournamentType, event.bracketDrawn)] as const,
  ].flatMap(([field, verdict]) => (verdict === null ? [] : [{ line: row.line, field, message: verdict.message }]));
}

/** A table with the event's id came from the export, so an empty cell was emptied on purpose. */
const saidOf = ({ row: { id, typed, emptied }, event }: Pair): EventChange =>
  id === event.id ? { ...emptied, ...typed } : typed;

const indexOfField = ({ field }: Problem): number => (FIELDS as readonly string[]).indexOf(field);

const only = (typed: EventChange, fields: readonly (keyof EventChange)[]): EventChange =>
  Object.fromEntries(fields.map((field) => [field, typed[field]]));

/** Spreadsheets change line breaks, and reading drops blanks around a cell. */
const isSameText = (one: unknown, other: unknown): boolean => plain(one) === plain(other);
const plain = (value: unknown): unknown => (typeof value === 'string' ? trimmed(value.replace(/\r\n?/g, '\n')) : value);

type Options = {
  readonly now: string;
  readonly zone: string;
  /** Lines that an organiser says are new events; undefined before the organiser has decided. */
  readonly apart?: readonly number[] | undefined;
  /** No part of the capacity in the programme's table. */
  readonly lent?: ReadonlyMap<string, number>;
};

export function programmeDifference(
  { rows, problems }: ReadProgramme,
  programme: readonly FestivalEvent[],
  { now, zone, apart, lent = new Map() }: Options,
): Difference {
  const paired = pairRows(rows, programme, now);
  const questions = paired.guesses.map((pair) => ({
    ...pair,
    isSame: apart === undefined ? isLikely(pair, zone) : !apart.includes(pair.row.line),
  }));
  const pairs = [...paired.pairs, ...questions.filter(({ isSame }) => isSame)];
  const added = [...paired.added, ...questions.filter(({ isSame }) => !isSame).map(({ row }) => row)];
  const matched = new Set(pairs.map(({ event }) => event.id));
  const changed = pairs.flatMap((pair) => {
    const { row, event } = pair;
    const said = saidOf(pair);
    const own = withoutLent(event, lent.get(event.id));
    const fields = changedSince(event, said).filter((field) => !isSameText(own[field], said[field]));
    return fields.length === 0 ? [] : [{ line: row.line, event, change: only(said, fields) }];
  });
  const found = [...paired.problems, ...pairs.flatMap((pair) => pairProblems(pair, lent.get(pair.event.id)))];
  return {
    added: added.toSorted(byLine),
    changed: changed.toSorted(byLine),
    unchanged: pairs.length - changed.length,
    matched,
    untouched: programme.filter(({ id }) => !matched.has(id)),
    problems: [...problems, ...found].toSorted((a, b) => a.line - b.line || indexOfField(a) - indexOfField(b)),
    questions: questions.toSorted((one, other) => byLine(one.row, other.row)),
  };
}

/** The id of a new event is its line. */
export function plannedBy({ added, changed }: Difference, programme: readonly FestivalEvent[]) {
  const changes = new Map(changed.map(({ event, change }) => [event.id, change]));
  const planned = programme.map((event) => ({ ...event, ...changes.get(event.id) }) as FestivalEvent);
  const unborn = { status: 'upcoming', lateMinutes: 0 } as const;
  return [...planned, ...added.map(({ line, event }) => ({ ...event, ...unborn, id: `line ${line}` }))];
}

const byLine = (one: { readonly line: number }, other: { readonly line: number }): number => one.line - other.line;

const SHOWN = 200;
function shownValue(value: NewEvent[keyof NewEvent] | null = null): string | number | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && value.length > SHOWN) return `${value.slice(0, SHOWN).toWellFormed()}…`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(({ label }) => label).join(', ');
  return 'places' in value ? pointsWords(value) : formatWords(value);
}

/** Changes that people with a place, or in line, get a notice of. */
const NEWS = ['title', 'startTime', 'location'] as const;

export const shownChange = ({ line, event, change }: Changed, devices = 0): ChangedEvent => ({
  line,
  id: event.id,
  revision: event.editRevision,
  told: NEWS.some((field) => field in change) ? devices : 0,
  title: event.title,
  startTime: event.startTime,
  duration: event.duration,
  location: event.location,
  changes: changedSince(event, change).map((field) => ({
    field,
    was: shownValue(event[field]),
    is: shownValue(change[field]),
  })),
});

/** The import must do what was shown. A repeated one, which does nothing, is allowed. */
export function whyNotAsShown(
  { added, changed, matched }: Pick<Difference, 'added' | 'changed' | 'matched'>,
  shown: Shown,
): Verdict {
  const seen = new Map(shown.seen.map((event) => [event.id, event]));
  const lines = new Set(shown.added);
  const isAsShown =
    changed.every(({ event, line }) => {
      const { revision, line: seenLine = line } = seen.get(event.id) ?? {};
      return revision === event.editRevision && seenLine === line;
    }) &&
    shown.seen.every(({ id }) => matched.has(id)) &&
    (shown.added === undefined || added.every(({ line }) => lines.has(line)));
  return isAsShown
    ? null
    : new Refusal(
        'CHANGED_MEANWHILE',
        'The programme has changed since you looked. Choose the file again to see what it does now. Nothing was imported.',
      );
}
