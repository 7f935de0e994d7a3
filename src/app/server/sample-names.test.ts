import { expect, test } from 'vitest';
import { cleanName, nameKey } from '#platform/names.ts';
import { NAMES } from './sample-names.ts';

test('120 names that anyone could have typed in just so', () => {
  expect(NAMES).toHaveLength(120);
  expect(NAMES.map(cleanName)).toEqual(NAMES.map((name) => ({ name })));
});

test('no two of them are one name', () => {
  const keys = NAMES.map(nameKey);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
