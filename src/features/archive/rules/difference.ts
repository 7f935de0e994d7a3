/** What a programme's table would do to the programme. */
import type { EventChange, EventPoints, FestivalEvent } from '#features/events/contract.ts';
import { pointsWords } from '#features/events/rules/awards.ts';
import { whyNotChangeTournament } from '#features/events/rules/kinds.ts';
import { changedSince } from '#features/events/rules/meanwhile.ts';
import { whyNotChangeCapacity, withoutLent } from '#features/events/rules/seats.ts';
import { trimmed } from '#platform/csv.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { ChangedEvent, Problem, Shown } from '../contract.ts';
import { FIELDS } from './columns.ts';
import { isLikely, type Pair, pairRows } from './pairs.ts';
import type { ProgrammeRow, ReadProgramme } from './programme.ts';

type Changed = { readonly line: number; readonly event: FestivalEvent; readonly change: EventChange };
export type Difference = {
  readonly added: readonly ProgrammeRow[];
  readonly changed: readonly Changed[];
  readonly unchanged: number;
  /** The events that have a row. */
  readonly matched: ReadonlySet<string>;
  /** Not in the table. */
  readonly untouched: readonly FestivalEvent[];
  readonly problems: readonly Problem[];
  /** Pairs that an organiser decides on. */
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

/** What a row says of its event. A table with the event's id came from the export, so an empty cell was emptied on purpose. */
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
  /** The lines that an organiser says are no event that is there; undefined before the organiser has decided. */
  readonly apart?: readonly number[] | undefined;
  /** Seats lent in each event. They are no part of the capacity that the programme's table has. */
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

/** Returns the programme as it would be. The id of a new event is its line. */
export function plannedBy({ added, changed }: Difference, programme: readonly FestivalEvent[]) {
  const changes = new Map(changed.map(({ event, change }) => [event.id, change]));
  const planned = programme.map((event) => ({ ...event, ...changes.get(event.id) }) as FestivalEvent);
  const unborn = { status: 'upcoming', lateMinutes: 0 } as const;
  return [...planned, ...added.map(({ line, event }) => ({ ...event, ...unborn, id: `line ${line}` }))];
}

const byLine = (one: { readonly line: number }, other: { readonly line: number }): number => one.line - other.line;

/** Enough of a description to recognise what changed. */
const SHOWN = 200;
function shownValue(value: string | number | EventPoints | null): string | number | null {
  if (typeof value === 'string' && value.length > SHOWN) return `${value.slice(0, SHOWN).toWellFormed()}…`;
  return typeof value === 'object' && value !== null ? pointsWords(value) : value;
}

/** What people with a place, or in line, get a notice of. */
const NEWS = ['title', 'startTime', 'location'] as const;

/** As it is shown before the import. `devices`: how many would get a notice. */
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
    was: shownValue(event[field] ?? null),
    is: shownValue(change[field] ?? null),
  })),
});

/** Refuses an import that would do something else than was shown. A repeated one, which does nothing, is allowed. */
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
