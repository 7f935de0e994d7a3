import { expect, it } from 'vitest';
import { groupBy } from './lists.ts';

it('groups as Map.groupBy does, in the order in which the keys come first', () => {
  const words = ['chess', 'uno', 'catan', 'go', 'ur'];
  const keyOf = (word: string) => word.length;
  expect([...groupBy(words, keyOf)]).toEqual([
    [5, ['chess', 'catan']],
    [3, ['uno']],
    [2, ['go', 'ur']],
  ]);
  expect([...groupBy(new Set(words), keyOf)]).toEqual([...Map.groupBy(words, keyOf)]);
  expect(groupBy([], keyOf).size).toBe(0);
});
