import { expect, it } from 'vitest';
import { keptName } from './read-file.ts';

it.each([
  ['scores.csv', 'scores.csv'],
  ['  sco\u0000res.csv ', 'sco\ufffdres.csv'],
  ['   ', 'file'],
  [`${'a'.repeat(10)}${'b'.repeat(200)}`, 'b'.repeat(200)],
  [`a🎲${'b'.repeat(199)}`, `\ufffd${'b'.repeat(199)}`],
])('keeps of the file name %j what the server takes', (fileName, kept) => {
  expect(keptName(fileName)).toBe(kept);
});
