/** A programme from a table: every row becomes an event, or is named with all that is wrong with it. */
import { type EventType, NewEvent, type TournamentType } from '#features/events/contract.ts';
import { CAPACITY, DURATION } from '#features/events/rules.ts';
import { readCsv } from '#platform/csv.ts';
import type { Problem } from '../contract.ts';
import { FIELDS, type Field, findColumns, missingColumns, textsOf } from './columns.ts';
import { readStart } from './start.ts';

export const ROWS_AT_MOST = 2000;

export type ProgrammeRow = { readonly line: number; readonly event: NewEvent };
export type ReadProgramme = {
  readonly rows: readonly ProgrammeRow[];
  readonly problems: readonly Problem[];
  readonly ignored: readonly string[];
};

const FIELD_OF: Partial<Record<string, Field>> = {
  title: 'title',
  eventType: 'type',
  description: 'description',
  startTime: 'start',
  duration: 'duration',
  location: 'location',
  host: 'host',
  capacity: 'capacity',
  googleDocUrl: 'link',
  tournamentType: 'tournament',
};

const TYPES: Record<string, EventType> = {
  course: 'course',
  workshop: 'course',
  board: 'board-game',
  boardgame: 'board-game',
  card: 'card-game',
  cardgame: 'card-game',
  video: 'video-game',
  videogame: 'video-game',
};
const TOURNAMENTS: Record<string, TournamentType | null> = {
  '': null,
  none: null,
  no: null,
  single: 'single-elimination',
  singleelimination: 'single-elimination',
  double: 'double-elimination',
  doubleelimination: 'double-elimination',
};

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');
/** 'Board Games' is as good as 'board-game'. */
const typeOf = (text: string): EventType | undefined => {
  const word = bare(text);
  return TYPES[word] ?? TYPES[word.replace(/s$/, '')];
};
const sentence = (field: Field, phrase: string): string => {
  const words = `${field.charAt(0).toUpperCase()}${field.slice(1)} ${phrase}`;
  return words.endsWith('.') ? words : `${words}.`;
};

/** '90', '90 min' or nothing for the usual; null for anything else. */
const readNumber = (text: string, usual: number): number | null => {
  if (text === '') return usual;
  const digits = /^(\d{1,6})\s*(?:m|min|mins|minutes|players|seats|people)?\.?$/i.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
};

function readRow(texts: Record<Field, string>, zone: string): { event: NewEvent } | { wrong: [Field, string][] } {
  const wrong: [Field, string][] = [];
  const or = <T>(field: Field, value: T | null | undefined, phrase: string, instead: T): T => {
    if (value !== null && value !== undefined) return value;
    wrong.push([field, texts[field] === '' ? 'is missing' : phrase]);
    return instead;
  };
  const start = readStart(texts.start, zone);
  const tournament = TOURNAMENTS[bare(texts.tournament)];
  if (tournament === undefined) wrong.push(['tournament', 'must be single-elimination, double-elimination or none']);
  const parsed = NewEvent.safeParse({
    title: texts.title,
    eventType: or('type', typeOf(texts.type), 'must be course, board-game, card-game or video-game', 'course'),
    description: texts.description,
    startTime: or(
      'start',
      'iso' in start ? start.iso : null,
      'problem' in start ? start.problem : '',
      '2025-01-01T00:00:00Z',
    ),
    duration: or(
      'duration',
      readNumber(texts.duration, DURATION.fallback),
      'must be a number of minutes',
      DURATION.fallback,
    ),
    location: texts.location,
    host: texts.host,
    capacity: or(
      'capacity',
      readNumber(texts.capacity, CAPACITY.fallback),
      'must be a whole number',
      CAPACITY.fallback,
    ),
    googleDocUrl: texts.link === '' ? null : texts.link,
    tournamentType: tournament ?? null,
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = FIELD_OF[String(path[0])];
    if (field !== undefined && !wrong.some(([known]) => known === field)) wrong.push([field, message]);
  }
  return parsed.success && wrong.length === 0 ? { event: parsed.data } : { wrong };
}

type Known = Pick<NewEvent, 'title' | 'startTime' | 'location'>;
const sameness = ({ title, startTime, location }: Known): string =>
  JSON.stringify([title.toLowerCase(), startTime, location.toLowerCase()]);

/** Rows that bring what is there already: the same title at the same time in the same place. */
function repeated(rows: readonly ProgrammeRow[], programme: readonly Known[]): Problem[] {
  const there = new Set(programme.map(sameness));
  const first = new Map<string, number>();
  return rows.flatMap(({ line, event }) => {
    const key = sameness(event);
    const before = first.get(key);
    first.set(key, before ?? line);
    if (there.has(key)) return [{ line, field: '', message: 'This event is in the programme already.' }];
    return before === undefined ? [] : [{ line, field: '', message: `This is the same event as in line ${before}.` }];
  });
}

const placeOf = ({ field }: Problem): number => (FIELDS as readonly string[]).indexOf(field);

const nothing = (line: number, message: string, ignored: readonly string[] = []): ReadProgramme => ({
  rows: [],
  problems: [{ line, field: '', message }],
  ignored,
});

/**
 * `programme` is what the festival has already; `zone` is its time zone. An empty duration or capacity is the usual one.
 */
export function readProgramme(csv: string, zone: string, programme: readonly Known[]): ReadProgramme {
  const table = readCsv(csv);
  if ('badQuoteAt' in table)
    return nothing(table.badQuoteAt, 'A quotation mark here is not closed, or stands inside a cell.');
  const [header, ...body] = table.rows;
  if (header === undefined) return nothing(1, 'The file is empty.');
  const columns = findColumns(header.cells);
  const missing = missingColumns(columns);
  if (missing.length > 0) {
    return nothing(
      header.line,
      `The first line must name the columns. Missing: ${missing.join(', ')}.`,
      columns.ignored,
    );
  }
  if (columns.twice.length > 0) {
    return nothing(header.line, `More than one column is called ${columns.twice.join(' and ')}.`, columns.ignored);
  }
  if (body.length === 0) return nothing(header.line, 'There are no events below the first line.', columns.ignored);
  if (body.length > ROWS_AT_MOST) {
    return nothing(
      header.line,
      `There are ${body.length} events; at most ${ROWS_AT_MOST} can come at once.`,
      columns.ignored,
    );
  }
  const rows: ProgrammeRow[] = [];
  const problems: Problem[] = [];
  for (const { line, cells } of body) {
    const read = readRow(textsOf(cells, columns), zone);
    if ('event' in read) rows.push({ line, event: read.event });
    else problems.push(...read.wrong.map(([field, phrase]) => ({ line, field, message: sentence(field, phrase) })));
  }
  const all = [...problems, ...repeated(rows, programme)].sort((a, b) => a.line - b.line || placeOf(a) - placeOf(b));
  return { rows, problems: all, ignored: columns.ignored };
}
