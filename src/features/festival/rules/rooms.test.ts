import { expect, it } from 'vitest';
import { roomAddress, roomNamed, roomNameIn } from './rooms.ts';

it.each([
  'Ballroom A',
  'Bar & Grill / Terrace',
  'Große Halle',
  '100% fun',
  'Bar? #1 & co.',
  '🎲',
  '100%25 odd',
  '%2F',
  '%',
  'a\\b',
  '...',
  'room',
])('leads to %s and back', (name) => {
  const address = roomAddress(name);
  expect(roomNameIn(address)).toBe(name);
  expect(new URL(address, 'https://fest.example').pathname).toBe(address);
});

it('reads a name that was typed into the address bar', () => expect(roomNameIn('/rooms/100%')).toBe('100%'));

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
