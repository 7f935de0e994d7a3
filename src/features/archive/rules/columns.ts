import type { FestivalEvent } from '#features/events/contract.ts';
import { typedPoints } from '#features/events/rules/edits.ts';
import { withoutLent } from '#features/events/rules/status.ts';
import type { Cell } from '#platform/csv.ts';
import { parseZoned, zonedInput } from '#platform/time.ts';

export const FIELDS = [
  'id',
  'title',
  'type',
  'description',
  'start',
  'duration',
  'location',
  'host',
  'capacity',
  'link',
  'tournament',
  'points',
  'taking part',
] as const;
export type Field = (typeof FIELDS)[number];
type Column = Field | 'date' | 'time';

const WORDS: Record<Column, readonly string[]> = {
  id: ['id', 'eventid'],
  title: ['title', 'name', 'event', 'eventtitle', 'eventname'],
  type: ['type', 'eventtype', 'kind', 'category'],
  description: ['description', 'details', 'about', 'text'],
  start: ['start', 'starttime', 'starts', 'startsat', 'when', 'begin', 'begins', 'datetime', 'dateandtime'],
  duration: ['duration', 'minutes', 'min', 'mins', 'length', 'durationmin', 'durationminutes', 'durationinminutes'],
  location: ['location', 'room', 'place', 'where', 'venue'],
  host: ['host', 'hostedby', 'hosts', 'organiser', 'organizer', 'gm', 'teacher'],
  capacity: ['capacity', 'seats', 'places', 'players', 'maxplayers', 'spots', 'max'],
  link: ['link', 'url', 'document', 'documentlink', 'doc', 'googledoc', 'googledocurl'],
  tournament: ['tournament', 'tournamenttype', 'bracket', 'format'],
  points: ['points', 'pointsbyplace', 'prizes'],
  'taking part': ['takingpart', 'pointsfortakingpart', 'participation'],
  date: ['date', 'day', 'startdate'],
  time: ['time', 'hour', 'at'],
};

const COLUMN_OF = new Map(
  Object.entries(WORDS).flatMap(([column, words]) => words.map((word) => [word, column as Column] as const)),
);

/** 'Duration (min)' and 'duration_min' are equal. */
export const bare = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

export type Columns = {
  readonly positions: ReadonlyMap<Column, number>;
  readonly ignored: readonly string[];
  readonly twice: readonly Column[];
};

export function findColumns(header: readonly string[]): Columns {
  const positions = new Map<Column, number>();
  const ignored: string[] = [];
  const twice: Column[] = [];
  header.forEach((words, index) => {
    const column = COLUMN_OF.get(bare(words));
    if (column === undefined) {
      if (words !== '') ignored.push(words);
    } else if (positions.has(column)) twice.push(column);
    else positions.set(column, index);
  });
  return { positions, ignored, twice };
}

const NEEDED: readonly Field[] = ['title', 'type', 'start', 'location', 'host'];

export const missingColumns = ({ positions }: Columns): Field[] =>
  NEEDED.filter(
    (field) => !positions.has(field) && !(field === 'start' && positions.has('date') && positions.has('time')),
  );

export function textsOf(cells: readonly string[], { positions }: Columns): Record<Field, string> {
  const text = (column: Column): string => cells[positions.get(column) ?? -1] ?? '';
  const texts = Object.fromEntries(FIELDS.map((field) => [field, text(field)])) as Record<Field, string>;
  return positions.has('start') ? texts : { ...texts, start: `${text('date')} ${text('time')}`.trim() };
}

/** In the festival's zone, except in the hour that the clocks repeat. */
const startOf = (iso: string, zone: string): string => {
  const local = zonedInput(iso, zone);
  const read = parseZoned(local, zone);
  return 'iso' in read && read.iso === iso ? local.replace('T', ' ') : iso;
};

const CELLS: Readonly<Record<Field, (event: FestivalEvent, zone: string) => Cell>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  type: ({ eventType }) => eventType,
  start: ({ startTime }, zone) => startOf(startTime, zone),
  location: ({ location }) => location,
  host: ({ host }) => host,
  duration: ({ duration }) => duration,
  capacity: ({ capacity }) => capacity,
  tournament: ({ tournamentType }) => tournamentType,
  points: ({ points }) => typedPoints(points).points,
  'taking part': ({ points }) => typedPoints(points).takingPart,
  description: ({ description }) => description,
  link: ({ googleDocUrl }) => googleDocUrl,
};

/** `lent`: seats lent in each event, which end with their people. */
export const programmeTable = (
  programme: readonly FestivalEvent[],
  zone: string,
  lent: ReadonlyMap<string, number> = new Map(),
): readonly (readonly Cell[])[] => [
  Object.keys(CELLS),
  ...programme.map((event) => Object.values(CELLS).map((cell) => cell(withoutLent(event, lent.get(event.id)), zone))),
];
