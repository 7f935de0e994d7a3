import { expect, it } from 'vitest';
import { roomOf } from './order.ts';

const isOneRoom = (one: string, other: string) => roomOf({ location: one }) === roomOf({ location: other });

it.each([
  ['Great Hall', 'great\u00a0hall'],
  ['Great Hall', 'Great-Hall'],
  ['Salón 3', 'salon 3.'],
  ['Room 12', 'Room-12'],
  ['Table 1-1', 'Table 1–1'],
  ['Table 1-1', 'table 1 - 1'],
  ['Level -1', 'level −1'],
  ['Hall 1 + 2', 'Hall 1+2'],
  ['!', '!'],
])('%j and %j are one room', (one, other) => {
  expect(isOneRoom(one, other)).toBe(true);
});

it.each([
  ['K.1.105', 'K.11.05'],
  ['K.1.105', 'K1105'],
  ['Table 1-1', 'Table 11'],
  ['Table 1 1', 'Table 11'],
  ['Table ١-١', 'Table ١١'],
  ['Table 1-11', 'Table 11-1'],
  ['Hall 1+2', 'Hall 12'],
  ['Hall 1&2', 'Hall 12'],
  ['Level -1', 'Level 1'],
  ['-1', '1'],
  ['Room 1\u0301-2', 'Room 12'],
  ['!', '?'],
])('%j and %j are two', (one, other) => {
  expect(isOneRoom(one, other)).toBe(false);
});
