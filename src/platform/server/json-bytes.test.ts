import { expect, it } from 'vitest';
import { jsonBytes } from './json-bytes.ts';

it.each([0, 1, 100, 101, 200, 1001])('writes a list of %d items like JSON.stringify', async (length) => {
  const list = Array.from({ length }, (_, index) => ({ index, name: `Zoë 🎲 "${index}"`, left: null }));
  expect(String(await jsonBytes(list))).toBe(JSON.stringify(list));
});

it('writes other values like JSON.stringify', async () => {
  for (const value of [{ a: [1] }, 'x', null, 7]) expect(String(await jsonBytes(value))).toBe(JSON.stringify(value));
});
