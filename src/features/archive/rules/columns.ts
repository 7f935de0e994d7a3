/** Recognises the columns of a programme's table by their headers. */
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
/** A start may be split into a date and a time column. */
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

/** Returns the letters in lower case, so that 'Duration (min)' and 'duration_min' are equal. */
export const bare = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

export type Columns = {
  /** Index of each column. */
  readonly positions: ReadonlyMap<Column, number>;
  readonly ignored: readonly string[];
  /** Columns that occur twice. */
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

/** Returns the row's text in each field; '' for a missing one. */
export function textsOf(cells: readonly string[], { positions }: Columns): Record<Field, string> {
  const text = (column: Column): string => cells[positions.get(column) ?? -1] ?? '';
  const texts = Object.fromEntries(FIELDS.map((field) => [field, text(field)])) as Record<Field, string>;
  return positions.has('start') ? texts : { ...texts, start: `${text('date')} ${text('time')}`.trim() };
}
