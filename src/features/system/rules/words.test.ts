import { expect, it } from 'vitest';
import { bytesWords, spanWords } from './words.ts';

it.each([
  [0, '0 bytes'],
  [640, '640 bytes'],
  [262_144, '256 kB'],
  [13_000_000, '12.4 MB'],
  [1_023 * 1024 ** 2, '1 GB'],
  [1_500 * 1024 ** 4, '1,500 TB'],
])('writes %d bytes as %s', (bytes, words) => {
  expect(bytesWords(bytes)).toBe(words);
});

it.each([
  [40, '40 s'],
  [12 * 60, '12 min'],
  [3600, '1 h'],
  [3900, '1 h 5 min'],
  [86_400, '1 day'],
  [400 * 86_400 + 4 * 3600, '400 days 4 h'],
])('writes %d seconds as %s', (seconds, words) => {
  expect(spanWords(seconds)).toBe(words);
});
