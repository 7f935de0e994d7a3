import { expect, it } from 'vitest';
import { readCode } from './rules.ts';

it.each([
  'ABCD2345',
  ' abcd-2345 ',
  'ABCD\u20132345.',
  '\u201cabcd 2345\u201d',
  'https://fest.example/join#ABCD2345',
  'https://fest.example/join%23ABCD2345',
  '#ABCD2345)',
])('reads a code from %j', (typed) => expect(readCode(typed)).toBe('ABCD2345'));

it.each(['', 'ABCD234', 'ABCD23456', 'ABCD234O', 'code ABCD2345', 'https://fest.example/join'])(
  'reads no code from %j',
  (typed) => expect(readCode(typed)).toBeNull(),
);
