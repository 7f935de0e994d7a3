import { expect, it } from 'vitest';
import { counted, countedOf, ordinal, plainNumber, readWhole, stepped } from './numbers.ts';

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [20, '20th'],
  [111, '111th'],
  [1021, '1,021st'],
])('writes rank %d as %s', (rank, words) => {
  expect(ordinal(rank)).toBe(words);
});

it('counts in the singular only for one', () => {
  expect([0, 1, 1204].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '1,204 rows']);
  expect([1, 2].map((count) => counted(count, 'person is', 'people are'))).toEqual(['1 person is', '2 people are']);
});

it('names the number of all only when some are left out', () => {
  expect([countedOf(3, 1204, 'row'), countedOf(0, 1, 'row'), countedOf(2, 2, 'row')]).toEqual([
    ...['3 of 1,204 rows', '0 of 1 row', '2 rows'],
  ]);
});

it.each([
  ['42', 42],
  ['9'.repeat(16), null],
  ['٤'.repeat(101), null],
  [' -3 ', -3],
  ['+4', 4],
  ['-0', 0],
  ['007', 7],
  ['\u22125', -5],
  ['\u20135', -5],
  ['\uff0d\uff15', -5],
  ['\u0664\u0662', 42],
  ['\u061c-\u06f4\u06f2\u200f', -42],
  ['\u096a\u0968', 42],
  ['\u{1d7d8}\u{1d7e1}', 9],
  ['', null],
  ['-', null],
  ['--1', null],
  ['1-2', null],
  ['1.5', null],
  ['1,204', null],
  ['1 204', null],
  ['1e3', null],
  ['0x10', null],
  ['4\u00b2', null],
  ['1O', null],
])('reads a typed %j as %j', (typed, number) => expect(readWhole(typed)).toBe(number));

it('reads the digits of every script', () => {
  const digits = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => (code < 0xd800 || code > 0xdfff) && /\p{Nd}/u.test(String.fromCodePoint(code)))
    .map((code) => String.fromCodePoint(code));
  expect(digits.length % 10).toBe(0);
  expect(digits.map(plainNumber).join('')).toBe('0123456789'.repeat(digits.length / 10));
});

it.each([
  [60, 1, 75],
  [60, -1, 45],
  [50, 1, 60],
  [50, -1, 45],
  [15, -1, 15],
  [1440, 1, 1440],
  [9999, 1, 1440],
  [null, 1, 15],
] as const)('steps from %j in direction %d to %d', (from, direction, to) => {
  expect(stepped(from, direction, { min: 15, max: 1440, step: 15 })).toBe(to);
});
