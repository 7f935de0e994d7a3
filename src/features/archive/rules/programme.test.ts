import { expect, it } from 'vitest';
import { anEvent } from '#testing/factories.ts';
import { programmeDifference } from './difference.ts';
import { readProgramme } from './programme.ts';

const ZONE = 'America/New_York';
const read = (csv: string) => {
  const { rows, ignored, ...rest } = readProgramme(csv, ZONE);
  const { problems } = programmeDifference({ rows, ignored, ...rest }, [], {
    now: '2025-11-13T18:00:00.000Z',
    zone: 'America/New_York',
  });
  return { rows: rows.map(({ line, event }) => ({ line, event })), problems, ignored };
};
const HEADER = 'title,type,description,start,duration,location,host,capacity,link,tournament';
const problemsOf = (row: string) => read(`${HEADER}\n${row}`).problems;

it('a good table becomes events, with default duration and capacity', () => {
  const csv = [
    HEADER,
    'Catan Open,Board Game,"Trade, build",2025-11-14 18:00,120 min,Ballroom A,Priya,16,https://doc.example/,double',
    'Karaoke,course,,2025-11-15 00:30,,Lounge,Mo,,,none',
  ].join('\r\n');
  expect(read(csv)).toEqual({
    rows: [
      {
        line: 2,
        event: anEvent({
          description: 'Trade, build',
          googleDocUrl: 'https://doc.example/',
          tournamentType: 'double-elimination',
          points: null,
        }),
      },
      {
        line: 3,
        event: {
          title: 'Karaoke',
          eventType: 'course',
          description: '',
          startTime: '2025-11-15T05:30:00.000Z',
          duration: 60,
          location: 'Lounge',
          host: 'Mo',
          capacity: 16,
          googleDocUrl: null,
          tournamentType: null,
          points: null,
        },
      },
    ],
    problems: [],
    ignored: [],
  });
});

it.each([
  'Event Name;Category;Starts at;Room;Hosted by;Price',
  'TITLE;Event-Type;Start_Time;Location;host;Price',
  '"name";kind;When;VENUE;Organizer;Price',
])('a good table recognises its columns in other spellings: %s', (header) => {
  const { rows, problems, ignored } = read(`${header}\nUno;Card games;2025-11-14 15:00;Deck;Bo;5 €`);
  expect(problems).toEqual([]);
  expect(ignored).toEqual(['Price']);
  expect(rows[0]?.event).toMatchObject({ title: 'Uno', eventType: 'card-game', location: 'Deck', host: 'Bo' });
});

it.each([
  ['"10, 5, 3",2', { places: [10, 5, 3], takingPart: 2 }],
  ['10 5,', { places: [10, 5], takingPart: 0 }],
  [',1', { places: [0], takingPart: 1 }],
  [',', null],
])('a good table may have the points of its events: %s', (cells, points) => {
  const { rows, problems } = read(
    `title,type,start,location,host,Points,Taking part\nUno,card,2025-11-14 15:00,Deck,Bo,${cells}`,
  );
  expect([rows[0]?.event.points, problems]).toEqual([points, []]);
});

it.each(['ten,', '1.5,', '20000,', ',-1', '1 2 3 4 5 6 7 8 9,'])(
  'a bad row has points that cannot be given: %s',
  (cells) => {
    const message = 'Points must be whole numbers up to 10,000, for at most 8 places.';
    const { problems } = read(
      `title,type,start,location,host,points,taking part\nUno,card,2025-11-14 15:00,Deck,Bo,${cells}`,
    );
    expect(problems).toEqual([{ line: 2, field: 'points', message }]);
  },
);

it('a good table refuses a link with a user name', () => {
  const row = 'Uno,card,,2025-11-14 15:00,,Deck,Bo,,https://docs.example@evil.example,';
  expect(problemsOf(row)).toEqual([{ line: 2, field: 'link', message: 'Link must not hold a user name.' }]);
});

it('a good table may have date and time in separate columns', () => {
  const { rows } = read('title,type,date,time,location,host\nUno,card,14.11.2025,3:00 PM,Deck,Bo');
  expect(rows[0]?.event.startTime).toBe('2025-11-14T20:00:00.000Z');
});

it('a bad row is reported with all its problems, beside the good ones', () => {
  const csv = [
    HEADER,
    'Good,video,,2025-11-14 15:00,60,Deck,Bo,8,,',
    ',party,,soon,ten,,Bo,1,ftp://x,ladder',
    '',
    `${'x'.repeat(121)},course,,2025-11-14 15:00,5,Deck,,20000,,`,
  ].join('\n');
  const { rows, problems } = read(csv);
  expect(rows.map(({ line }) => line)).toEqual([2]);
  expect(problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)).toEqual([
    '3 title: Title is missing.',
    '3 type: Type must be course, board-game, card-game or video-game.',
    '3 start: Start is not a date and time. Write it like 2025-11-14 15:00.',
    '3 duration: Duration must be a number of minutes.',
    '3 location: Location is missing.',
    '3 capacity: Capacity must be 2 or more.',
    '3 link: Link is not an http or https address.',
    '3 tournament: Tournament must be single-elimination, double-elimination, round-robin, swiss, heats or none.',
    '5 title: Title is longer than 120 characters.',
    '5 duration: Duration must be 15 or more.',
    '5 host: Host is missing.',
    '5 capacity: Capacity must be 10,000 or less.',
  ]);
});

it('a bad row reports missing values as missing', () => {
  expect(problemsOf('Uno,,,,,Deck,Bo').map(({ message }) => message)).toEqual([
    'Type is missing.',
    'Start is missing.',
  ]);
});

it('a bad row is reported when it repeats another one of the file', () => {
  const row = 'catan open,board,,2025-11-14 18:00,,BALLROOM A,Priya';
  expect(read(`${HEADER}\n${row}\n${row}`).problems).toEqual([
    { line: 3, field: '', message: 'This is the same event as in line 2.' },
  ]);
});

it.each([
  ['', 1, 'The file is empty.'],
  [HEADER, 1, 'There are no events below the first line.'],
  ['Uno,card,2025', 1, 'The first line must name the columns. Missing: title, type, start, location, host.'],
  [`${HEADER},name\nx`, 1, 'More than one column is called title.'],
  [`${HEADER}\n"Uno,card\n`, 2, 'A quotation mark here is not closed, or stands inside a cell.'],
  [`${HEADER}\n${'x\n'.repeat(5000)}`, 2002, 'There are more than 2000 events, the most that one file may hold.'],
  [`${HEADER}${',x'.repeat(191)}\n`, 1, 'There are more than 200 columns here.'],
  [`${HEADER}\n${'x'.repeat(10_001)}`, 2, 'A cell here holds more than 10000 characters.'],
  [`${HEADER}\n"${'""'.repeat(10_001)}"`, 2, 'A cell here holds more than 10000 characters.'],
])('a table that cannot be used is reported: %#', (csv, line, message) => {
  expect(read(csv)).toMatchObject({ rows: [], problems: [{ line, field: '', message }] });
});
