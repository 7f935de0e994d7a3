import { expect, it } from 'vitest';
import { roomAddress, roomNamed, roomNameIn } from './rooms.ts';

it.each(['Ballroom A', 'Bar & Grill / Terrace', '50% Room', 'Große Halle', '?#'])('leads to %s and back', (name) => {
  const address = roomAddress(name);
  expect(roomNameIn(address)).toBe(name);
  // As the router writes it.
  expect(roomNameIn(decodeURI(address))).toBe(name);
  expect(new URL(address, 'https://fest.example').pathname).toBe(address);
});

it('is no room elsewhere', () => {
  for (const path of ['/rooms', '/rooms/', '/rooms/a/b', '/room/a'])
    expect([path, roomNameIn(path)]).toEqual([path, null]);
});

it('finds a room however it is written', () => {
  const rooms = [{ name: 'Ballroom A', way: '', pin: null }];
  expect(roomNamed(rooms, 'ballroom  a')?.name).toBe('Ballroom A');
  expect(roomNamed(rooms, 'Ballroom B')).toBeUndefined();
  expect(roomNamed(undefined, 'Ballroom A')).toBeUndefined();
});
