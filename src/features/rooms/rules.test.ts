import { expect, it } from 'vitest';
import { pinProblem, problemOf, roomsIn, roomsToAdd, typedRooms } from './rules.ts';

const typed = (name: string, said: object = {}) => ({ key: 0, name, way: '', x: '', y: '', ...said });

it('reads rooms as they are typed: a pin needs both numbers, on the map', () => {
  const rooms = [
    { name: 'Ballroom', way: 'Left.', pin: { x: 12.5, y: 100 } },
    { name: 'Lobby', way: '', pin: null },
  ];
  expect(roomsIn(typedRooms(rooms))).toEqual(rooms);
  const pins = [
    ['5', ''],
    ['', '5'],
    ['101', '5'],
    ['left', '5'],
    ['0', '0'],
  ];
  expect(pins.map(([x, y]) => roomsIn([typed('A', { x, y })])[0]?.pin)).toEqual([
    null,
    null,
    null,
    null,
    { x: 0, y: 0 },
  ]);
  expect(roomsIn([typed('  ')])).toEqual([]);
});

it('offers each room of the programme that is not there yet, once', () => {
  const events = ['Ballroom', 'Lobby', 'lobby.', 'Sandbar'].map((location) => ({ location }));
  expect(roomsToAdd([typed('ballroom')], events)).toEqual(['lobby.', 'Sandbar']);
});

it.each([
  [
    'facts.rooms.1.name',
    'Facts.rooms.1.name holds characters that cannot be shown.',
    { key: 2, part: 'name', text: 'Room 3: the name holds characters that cannot be shown.' },
  ],
  [
    'facts.rooms.0.way',
    'Facts.rooms.0.way holds characters that cannot be shown.',
    { key: 0, part: 'way', text: 'Room 1: the way holds characters that cannot be shown.' },
  ],
  [
    'facts.rooms[1].name',
    'Room 2: there is another "deck".',
    { key: 2, part: 'name', text: 'Room 3: there is another "deck".' },
  ],
  ['facts.rooms', 'Facts.rooms holds more than 60.', null],
  [undefined, 'The server is busy.', null],
])('puts the refusal of %s at its row, counted with those that have no name', (field, sentence, problem) => {
  const rows = ['Deck', ' ', 'deck'].map((name, key) => ({ key, name, way: '', x: '', y: '' }));
  expect(problemOf(rows, field, sentence)).toEqual(problem);
});

it.each([
  ['12,5', '7.25', undefined],
  ['', ' ', undefined],
  ['0', '100', undefined],
  ['12', '', 'The pin of room 1 needs two numbers from 0 to 100.'],
  ['120', '5', 'The pin of room 1 needs two numbers from 0 to 100.'],
  ['left', '5', 'The pin of room 1 needs two numbers from 0 to 100.'],
])('says of a pin at %j, %j what is wrong, so that none is dropped', (x, y, problem) => {
  expect(pinProblem([typed('Deck', { x, y })])).toBe(problem);
});

it('reads a comma as a point', () => {
  expect(roomsIn([typed('Deck', { x: '12,5', y: '7' })])[0]?.pin).toEqual({ x: 12.5, y: 7 });
});
