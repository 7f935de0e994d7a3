import { expect, it } from 'vitest';
import { roomsIn, roomsToAdd, typedRooms } from './rules.ts';

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
