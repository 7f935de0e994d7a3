/** Every row becomes an event, or is reported with all its problems. */
import { type EventChange, type EventType, NewEvent, TournamentType } from '#features/events/contract.ts';
import { CAPACITY, DURATION } from '#features/events/limits.ts';
import { readPoints } from '#features/events/rules/edits.ts';
import { type CsvRow, type CsvTable, readCsv } from '#platform/csv.ts';
import { DAY } from '#platform/durations.ts';
import { parseZoned } from '#platform/time.ts';
import type { Problem } from '../contract.ts';
import { MOST_PROGRAMME_ROWS } from '../limits.ts';
import { bare, type Columns, type Field, findColumns, missingColumns, textsOf } from './columns.ts';

/** As people and spreadsheets write them, in the festival's zone unless they have an offset. */
const TIME = String.raw`[T\s,]+(\d{1,2})[:.](\d\d)(?:[:.]\d\d(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`, 'i');
const DAY_FIRST = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${TIME}$`, 'i');
const SLASHES = new RegExp(`^(\\d{1,2})[/-](\\d{1,2})[/-](\\d{4})${TIME}$`, 'i');
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

const EXAMPLE = 'Write it like 2025-11-14 15:00.';

type Read = { iso: string } | { problem: string };

const two = (number: number): string => String(number).padStart(2, '0');

function hourOf(hour: string, half: string | undefined): number | null {
  const number = Number(hour);
  if (half === undefined) return number;
  if (number < 1 || number > 12) return null;
  return (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function days(typed: string): { days: [string, string, string][]; time: RegExpExecArray } | null {
  const yearFirst = YEAR_FIRST.exec(typed);
  if (yearFirst !== null) {
    const [, year = '', month = '', day = ''] = yearFirst;
    return { days: [[year, month, day]], time: yearFirst };
  }
  const dayFirst = DAY_FIRST.exec(typed);
  if (dayFirst !== null) {
    const [, day = '', month = '', year = ''] = dayFirst;
    return { days: [[year, month, day]], time: dayFirst };
  }
  const slashes = SLASHES.exec(typed);
  if (slashes === null) return null;
  const [, one = '', other = '', year = ''] = slashes;
  const both: [string, string, string][] = [
    [year, one, other],
    [year, other, one],
  ];
  return {
    days: Number(one) === Number(other) ? both.slice(1) : both.filter(([, month]) => Number(month) <= 12),
    time: slashes,
  };
}

const isDate = (date: string): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
const dayAfter = (date: string): string => new Date(Date.parse(date) + DAY).toISOString().slice(0, 10);

type FestivalDays = { readonly firstDay: string; readonly lastDay: string };

/** Excel writes 11/6/2025 or 06/11/2025, as its country does: the reading within the festival's days wins. */
export function readStart(typed: string, zone: string, festival: FestivalDays | null = null): Read {
  if (WITH_ZONE.test(typed)) {
    const moment = Date.parse(typed);
    return Number.isNaN(moment) ? { problem: 'is not a date and time' } : { iso: new Date(moment).toISOString() };
  }
  const found = days(typed);
  const hour = found === null ? null : hourOf(found.time[4] ?? '', found.time[6]);
  if (found === null || hour === null) return { problem: `is not a date and time. ${EXAMPLE}` };
  const dates = found.days.map(([year, month, day]) => `${year}-${two(Number(month))}-${two(Number(day))}`);
  const ours = dates.filter(
    (date) => festival !== null && date >= festival.firstDay && date <= dayAfter(festival.lastDay),
  );
  const [date = '', ...others] = ours.length === 1 ? ours : dates;
  if (others.length > 0) return { problem: `can be read as two days. ${EXAMPLE}` };
  const isNextDay = hour === 24 && isDate(date);
  const local = `${isNextDay ? dayAfter(date) : date}T${isNextDay ? '00' : two(hour)}:${found.time[5] ?? ''}`;
  const read = parseZoned(local, zone);
  if ('iso' in read) return read;
  const next = read.suggestion === '' ? EXAMPLE : `The next time there is ${read.suggestion.replace('T', ' ')}.`;
  return { problem: `${read.problem}. ${next}` };
}

/** The header counts as a row. Cells are longer than any field allows. */
const LIMITS = { rows: MOST_PROGRAMME_ROWS + 1, cells: 200, characters: 10_000 } as const;

/** Only `typed` fields, whose cells are not empty, change an event; and the `emptied` of one found by its id. */
export type ProgrammeRow = {
  readonly line: number;
  readonly id: string | null;
  readonly event: NewEvent;
  readonly typed: EventChange;
  readonly emptied: EventChange;
};
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
  points: 'points',
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
  // 'Single' and 'single elimination' both mean 'single-elimination'.
  ...Object.fromEntries(
    TournamentType.options.flatMap((type) => [bare(type), type.split('-')[0]].map((word) => [word, type])),
  ),
};

/** 'Board Games' means 'board-game'. */
const typeOf = (text: string): EventType | undefined => {
  const word = bare(text);
  return TYPES[word] ?? TYPES[word.replace(/s$/, '')];
};
const sentence = (field: Field, phrase: string): string => {
  const words = `${field.charAt(0).toUpperCase()}${field.slice(1)} ${phrase}`;
  return words.endsWith('.') ? words : `${words}.`;
};

/** '90', '90 min'; nothing is the default. Null for anything else. */
const readNumber = (text: string, usual: number): number | null => {
  if (text === '') return usual;
  const digits = /^(\d{1,6})\s*(?:m|min|mins|minutes|players|seats|people)?\.?$/i.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** All problems of a row are reported at once. */
function readRow(
  texts: Record<Field, string>,
  read: (start: string) => ReturnType<typeof readStart>,
): { event: NewEvent } | { wrong: [Field, string][] } {
  const wrong: [Field, string][] = [];
  const checked = (field: Field, value: unknown, phrase: string): unknown => {
    if (value === null || value === undefined) wrong.push([field, texts[field] === '' ? 'is missing' : phrase]);
    return value;
  };
  const start = read(texts.start);
  const tournament = TOURNAMENTS[bare(texts.tournament)];
  if (tournament === undefined) wrong.push(['tournament', `must be ${TournamentType.options.join(', ')} or none`]);
  const points = readPoints({ points: texts.points, takingPart: texts['taking part'] });
  if (typeof points === 'string') wrong.push(['points', points.replace(/^Points /, '')]);
  const parsed = NewEvent.safeParse({
    title: texts.title,
    eventType: checked('type', typeOf(texts.type), 'must be course, board-game, card-game or video-game'),
    description: texts.description.replace(/\r\n?/g, '\n'),
    startTime: checked('start', 'iso' in start ? start.iso : null, 'problem' in start ? start.problem : ''),
    duration: checked('duration', readNumber(texts.duration, DURATION.fallback), 'must be a number of minutes'),
    location: texts.location,
    host: texts.host,
    capacity: checked('capacity', readNumber(texts.capacity, CAPACITY.fallback), 'must be a whole number'),
    googleDocUrl: texts.link === '' ? null : texts.link,
    tournamentType: tournament ?? null,
    points: typeof points === 'string' ? null : points,
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = FIELD_OF[String(path[0])];
    if (field !== undefined && !wrong.some(([known]) => known === field)) wrong.push([field, message]);
  }
  return parsed.success && wrong.length === 0 ? { event: parsed.data } : { wrong };
}

const OPTIONAL: readonly Field[] = ['description', 'link', 'tournament', 'points'];
const columnsOf = (field: Field): readonly Field[] => (field === 'points' ? ['points', 'taking part'] : [field]);
const fieldsOf = (event: NewEvent, has: (field: Field) => boolean): EventChange =>
  Object.fromEntries(Object.entries(event).filter(([field]) => has(FIELD_OF[field] ?? 'title')));

const nothing = (line: number, message: string, ignored: readonly string[] = []): ReadProgramme => ({
  rows: [],
  problems: [{ line, field: '', message }],
  ignored,
});

const TOO_MANY = {
  rows: `There are more than ${MOST_PROGRAMME_ROWS} events, the most that one file may hold.`,
  cells: `There are more than ${LIMITS.cells} columns here.`,
  characters: `A cell here holds more than ${LIMITS.characters} characters.`,
} as const;

function usableRows(table: CsvTable): readonly CsvRow[] | ReadProgramme {
  if ('rows' in table) return table.rows;
  if ('tooMany' in table) return nothing(table.line, TOO_MANY[table.tooMany]);
  return nothing(table.badQuoteAt, 'A quotation mark here is not closed, or stands inside a cell.');
}

function headerProblem(header: CsvRow, columns: Columns, events: number): ReadProgramme | null {
  const missing = missingColumns(columns);
  if (missing.length > 0) {
    const message = `The first line must name the columns. Missing: ${missing.join(', ')}.`;
    return nothing(header.line, message, columns.ignored);
  }
  if (columns.twice.length > 0) {
    return nothing(header.line, `More than one column is called ${columns.twice.join(' and ')}.`, columns.ignored);
  }
  return events === 0 ? nothing(header.line, 'There are no events below the first line.', columns.ignored) : null;
}

/** An empty duration or capacity gets the default. */
export function readProgramme(csv: string, zone: string, festival: FestivalDays | null = null): ReadProgramme {
  const table = usableRows(readCsv(csv, { limits: LIMITS }));
  if ('problems' in table) return table;
  const [header, ...body] = table;
  if (header === undefined) return nothing(1, 'The file is empty.');
  const columns = findColumns(header.cells);
  const problem = headerProblem(header, columns, body.length);
  if (problem !== null) return problem;
  const rows: ProgrammeRow[] = [];
  const problems: Problem[] = [];
  for (const { line, cells } of body) {
    const texts = textsOf(cells, columns);
    const read = readRow(texts, (typed) => readStart(typed, zone, festival));
    if ('event' in read) {
      const isTyped = (field: Field) => columnsOf(field).some((column) => texts[column] !== '');
      const hasColumn = (field: Field) => columnsOf(field).some((column) => columns.positions.has(column));
      const typed = fieldsOf(read.event, isTyped);
      const emptied = fieldsOf(read.event, (field) => !isTyped(field) && OPTIONAL.includes(field) && hasColumn(field));
      rows.push({ line, id: texts.id || null, event: read.event, typed, emptied });
    } else problems.push(...read.wrong.map(([field, phrase]) => ({ line, field, message: sentence(field, phrase) })));
  }
  return { rows, problems, ignored: columns.ignored };
}
