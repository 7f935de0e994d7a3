/** What a programme's table would do to the programme. An event is the same if its title and its start are. */

import type { EventChange, FestivalEvent } from '#features/events/contract.ts';
import { whyNotChangeTournament } from '#features/events/rules/kinds.ts';
import { changedSince } from '#features/events/rules/meanwhile.ts';
import { roomOf } from '#features/events/rules/rooms.ts';
import { whyNotChangeCapacity } from '#features/events/rules/seats.ts';
import { groupBy } from '#platform/group-by.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { ChangedEvent, Problem, Shown } from '../contract.ts';
import { FIELDS } from './columns.ts';
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
};

type Known = Pick<FestivalEvent, 'title' | 'startTime'>;
const sameness = ({ title, startTime }: Known): string => JSON.stringify([title.toLowerCase(), startTime]);

type Pair = { readonly row: ProgrammeRow; readonly event: FestivalEvent };
type Matched = { pairs: Pair[]; added: ProgrammeRow[]; problems: Problem[] };

/** Matches rows and events of one title and start: by room, then the only one that is left on either side. */
function matchGroup(rows: readonly ProgrammeRow[], events: readonly FestivalEvent[]): Matched {
  const left = groupBy(events, roomOf);
  const pairs: Pair[] = [];
  const elsewhere: ProgrammeRow[] = [];
  const unclear: ProgrammeRow[] = [];
  for (const row of rows) {
    const room = roomOf(row.event);
    const [event, ...others] = left.get(room) ?? [];
    if (event === undefined) elsewhere.push(row);
    else if (others.length > 0) unclear.push(row);
    else {
      pairs.push({ row, event });
      left.delete(room);
    }
  }
  const problems = atRoom(unclear, 'Several events have this title, start and room. Change them one by one.');
  const matched = new Set(pairs.map(({ event }) => event));
  const untouched = events.filter((event) => !matched.has(event));
  const [row, event] = [elsewhere[0], untouched[0]];
  if (row === undefined || event === undefined) return { pairs, added: elsewhere, problems };
  if (elsewhere.length === 1 && untouched.length === 1) {
    return { pairs: [...pairs, { row, event }], added: [], problems };
  }
  problems.push(
    ...atRoom(elsewhere, 'Several events have this title and start, in other rooms. Change them one by one.'),
  );
  return { pairs, added: [], problems };
}

const atRoom = (rows: readonly ProgrammeRow[], message: string): Problem[] =>
  rows.map(({ line }) => ({ line, field: 'location', message }));

/** Reports rows that are the same event: same title, start and room. */
function repeats(rows: readonly ProgrammeRow[]): Problem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ line, event }) => {
    const key = `${sameness(event)} ${roomOf(event)}`;
    const before = first.get(key);
    first.set(key, before ?? line);
    return before === undefined ? [] : [{ line, field: '', message: `This is the same event as in line ${before}.` }];
  });
}

function pairProblems({ row: { line, typed }, event }: Pair): Problem[] {
  const { capacity = event.capacity, tournamentType } = typed;
  return [
    ['capacity', whyNotChangeCapacity(capacity, event.currentRegistrations)] as const,
    ['tournament', whyNotChangeTournament(event.tournamentType, tournamentType, event.bracketDrawn)] as const,
  ].flatMap(([field, verdict]) => (verdict === null ? [] : [{ line, field, message: verdict.message }]));
}

const indexOfField = ({ field }: Problem): number => (FIELDS as readonly string[]).indexOf(field);

const only = (typed: EventChange, fields: readonly (keyof EventChange)[]): EventChange =>
  Object.fromEntries(fields.map((field) => [field, typed[field]]));

export function programmeDifference(
  { rows, problems }: ReadProgramme,
  programme: readonly FestivalEvent[],
): Difference {
  const byKey = groupBy(rows, ({ event }) => sameness(event));
  const there = groupBy(programme, sameness);
  const matches = [...byKey].map(([key, group]) => matchGroup(group, there.get(key) ?? []));
  const pairs = matches.flatMap((match) => match.pairs);
  const matched = new Set(pairs.map(({ event }) => event.id));
  const changed = pairs.flatMap(({ row: { line, typed }, event }) => {
    const fields = changedSince(event, typed);
    return fields.length === 0 ? [] : [{ line, event, change: only(typed, fields) }];
  });
  const found = [...repeats(rows), ...matches.flatMap((match) => match.problems), ...pairs.flatMap(pairProblems)];
  return {
    added: matches.flatMap(({ added }) => added).toSorted(byLine),
    changed: changed.toSorted(byLine),
    unchanged: pairs.length - changed.length,
    matched,
    untouched: programme.filter(({ id }) => !matched.has(id)),
    problems: [...problems, ...found].toSorted((a, b) => a.line - b.line || indexOfField(a) - indexOfField(b)),
  };
}

const byLine = (one: { readonly line: number }, other: { readonly line: number }): number => one.line - other.line;

/** Enough of a description to recognise what changed. */
const SHOWN = 200;
const shownValue = <T>(value: T): T | string =>
  typeof value === 'string' && value.length > SHOWN ? `${value.slice(0, SHOWN).toWellFormed()}…` : value;

/** As it is shown before the import. */
export const shownChange = ({ line, event, change }: Changed): ChangedEvent => ({
  line,
  id: event.id,
  revision: event.editRevision,
  title: event.title,
  startTime: event.startTime,
  duration: event.duration,
  location: event.location,
  changes: changedSince(event, change).map((field) => ({
    field,
    was: shownValue(event[field]),
    is: shownValue(change[field] ?? null),
  })),
});

/** Refuses an import that would do something else than was shown. A repeated one, which does nothing, is allowed. */
export function whyNotAsShown(
  { added, changed, matched }: Pick<Difference, 'added' | 'changed' | 'matched'>,
  shown: Shown,
): Verdict {
  const revisions = new Map(shown.seen.map(({ id, revision }) => [id, revision]));
  const lines = new Set(shown.added);
  const isAsShown =
    changed.every(({ event }) => revisions.get(event.id) === event.editRevision) &&
    shown.seen.every(({ id }) => matched.has(id)) &&
    (shown.added === undefined || added.every(({ line }) => lines.has(line)));
  return isAsShown
    ? null
    : new Refusal(
        'CHANGED_MEANWHILE',
        'The programme has changed since you looked. Choose the file again to see what it does now. Nothing was imported.',
      );
}
