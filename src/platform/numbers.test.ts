import { expect, it } from 'vitest';
import { counted, countedOf, ordinal } from './numbers.ts';

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
