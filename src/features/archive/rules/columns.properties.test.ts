/** What is exported and imported again changes nothing, in every dialect of a spreadsheet. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ArchivedEvent, type EventType, type FestivalEvent, NewEvent } from '#features/events/contract.ts';
import { ArchivedGame, NewGame } from '#features/inventory/contract.ts';
import { ArchivedUser, type User } from '#features/people/users/contract.ts';
import { userTable } from '#features/people/users/rules.ts';
import { parseFile } from '#features/points/scores/rules/parse-file.ts';
import { byNameKey, effectsOf, judge } from '#features/points/scores/rules/verdicts.ts';
import { type Cell, writeCsv } from '#platform/csv.ts';
import { decode } from '#platform/decode.ts';
import { accountKey } from '#platform/names.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { programmeTable } from './columns.ts';
import { programmeDifference } from './difference.ts';
import { readProgramme } from './programme.ts';

const RUNS = { numRuns: 300 };
const ZONE = 'Europe/Berlin';
/** In their second night the clocks go back. */
const DAYS = { firstDay: '2027-10-30', lastDay: '2027-11-02' };

const piece = fc.oneof(
  fc.constantFrom(...'-=+@\'",;|\t\n \u00a0\u200b\u00ad\ufeff＝', '\r\n', 'sep=;'),
  fc.constantFrom(...'Zoë Ünal Łukasz Ольга 山田 שרה محمد เพลง 한 👨‍👩‍👧 12 1.204 Total Name'.split(' ')),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const moment = fc
  .integer({ min: Date.UTC(2027, 9, 30) / 60_000, max: Date.UTC(2027, 10, 2) / 60_000 })
  .map((minute) => new Date(minute * 60_000).toISOString());

const newEvent = fc
  .record({
    title: text,
    eventType: fc.constantFrom<EventType>('course', 'board-game', 'card-game', 'video-game'),
    description: fc.oneof(text, fc.constant('')),
    startTime: moment,
    duration: fc.integer({ min: 15, max: 1440 }),
    location: text,
    host: text,
    capacity: fc.integer({ min: 4, max: 10_000 }),
    googleDocUrl: fc.constantFrom(null, "https://docs.example/a,b;c?d='e'"),
    points: fc.constantFrom(null, { places: [10, 5, 3], takingPart: 2 }, { places: [0], takingPart: 1 }),
    tournamentType: fc.constantFrom(null, 'single-elimination' as const, 'double-elimination' as const),
  })
  .map((typed) => NewEvent.safeParse(typed).data)
  .filter((event) => event !== undefined);
const programme = fc
  .array(newEvent, { minLength: 1, maxLength: 6 })
  .map((events) => events.map((event, index): FestivalEvent => shownEvent({ ...event, id: `-${index}e5` })));
const name = text.map((typed) => ArchivedUser.shape.name.safeParse(typed).data).filter((clean) => clean !== undefined);
const users = fc
  .uniqueArray(fc.record({ name, score: fc.integer({ min: -1_000_000, max: 10_000_000 }) }), {
    minLength: 1,
    selector: (user) => accountKey(user.name),
  })
  .map((list) => list.map((user, index): User => ({ ...user, id: `u${index}`, revision: 1 })));
const newGame = fc
  .record({
    name: text,
    gameType: fc.constantFrom('board-game', 'card-game', 'video-game'),
    owner: text,
    playerCount: fc.oneof(text, fc.constant(null)),
    playTime: fc.constantFrom(null, 5, 90),
    description: fc.oneof(text, fc.constant(null)),
    available: fc.boolean(),
  })
  .map((typed) => NewGame.safeParse(typed).data)
  .filter((game) => game !== undefined);

/** As a spreadsheet program saves a table that it opened: it quotes only what it must. */
const saved = (rows: readonly (readonly string[])[], separator: string, lineEnd: string): string => {
  const mustQuote = new RegExp(`["\\r\\n${separator === '|' ? '\\|' : separator}]`);
  const cell = (value: string) => (mustQuote.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return rows.map((row) => row.map(cell).join(separator) + lineEnd).join('');
};
/** The cells that a spreadsheet program shows: it takes off quotes, and no apostrophe. */
const opened = (rows: readonly (readonly Cell[])[]): string[][] =>
  rows.map((row) =>
    row.map((cell) =>
      writeCsv([[cell]])
        .slice(1, -2)
        .replace(/^"(.*)"$/s, (_, inner) => inner.replaceAll('""', '"')),
    ),
  );

const dialect = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  isDeclared: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8 with a mark', 'utf-16'),
  /** How a spreadsheet shows the dates that it knows. */
  date: fc.constantFrom('$&', '$2/$3/$1 $4', '$3/$2/$1 $4', '$3.$2.$1 $4', '$3-$2-$1 $4', '$1/$2/$3 $4'),
  isOurs: fc.boolean(),
});
const DATE = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)$/;
type Dialect = typeof dialect extends fc.Arbitrary<infer D> ? D : never;

function fileOf(
  rows: readonly (readonly Cell[])[],
  { separator, lineEnd, isDeclared, encoding, date, isOurs }: Dialect,
): string {
  if (isOurs) return decode(new TextEncoder().encode(writeCsv(rows)));
  const table =
    (isDeclared ? `sep=${separator}${lineEnd}` : '') +
    saved(
      opened(rows).map((row) => row.map((cell) => cell.replace(DATE, date))),
      separator,
      lineEnd,
    );
  if (encoding === 'utf-16') return decode(Uint8Array.from(Buffer.from(`\ufeff${table}`, 'utf16le')));
  return decode(new TextEncoder().encode((encoding === 'utf-8' ? '' : '\ufeff') + table));
}

it('an export that is imported again of the programme adds and changes nothing, and asks nothing', () => {
  fc.assert(
    fc.property(programme, dialect, (events, spoken) => {
      const read = readProgramme(fileOf(programmeTable(events, ZONE), spoken), ZONE, DAYS);
      const { added, changed, unchanged, questions, problems } = programmeDifference(read, events, {
        now: '2027-10-31T12:00:00.000Z',
        zone: ZONE,
      });
      expect({ added, changed, unchanged, questions, problems }).toEqual({
        added: [],
        changed: [],
        unchanged: events.length,
        questions: [],
        problems: [],
      });
    }),
    RUNS,
  );
});

it('an export that is imported again of users keeps every score', () => {
  fc.assert(
    fc.property(users, dialect, (list, spoken) => {
      const rows = userTable(list);
      // People write 'Bo' for Bo: such a cell is a name in quotes only where it is in double quotes too, as we write it.
      const isQuoted = opened(rows).some(([cell = '']) => /^'.*'$/s.test(cell));
      const parsed = parseFile(fileOf(rows, { ...spoken, isOurs: spoken.isOurs || isQuoted }), 'csv');
      if (!('rows' in parsed)) throw new Error(parsed.problem);
      const effects = effectsOf(parsed.rows, judge(parsed.rows), byNameKey(list));
      expect([effects.map(({ does }) => does), parsed.dropped]).toEqual([list.map(() => 'keeps'), []]);
    }),
    RUNS,
  );
});

it('an export that is imported again of the whole festival has the same events, users and games', () => {
  const at = { id: 'x', createdAt: '2025-11-14T17:00:00.000Z' };
  fc.assert(
    fc.property(newEvent, name, newGame, (event, userName, game) => {
      const rest = {
        id: 'x',
        status: 'upcoming' as const,
        lateMinutes: 0,
        codeGeneration: 1,
        tables: ['1'],
        callsByItself: true,
      };
      for (const [shape, row] of [
        [ArchivedEvent, { ...event, ...rest }],
        [ArchivedUser, { ...at, name: userName, score: 1 }],
        [ArchivedGame, { ...game, ...at }],
      ] as const)
        expect(shape.parse(JSON.parse(JSON.stringify(row)))).toEqual(row);
    }),
    RUNS,
  );
});
