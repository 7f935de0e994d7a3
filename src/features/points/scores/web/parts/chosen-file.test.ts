import { expect, it } from 'vitest';
import { keptName, textOf } from './chosen-file.ts';

it.each([
  ['scores.csv', 'scores.csv'],
  ['  sco\u0000res.csv ', 'sco\ufffdres.csv'],
  ['   ', 'file'],
  [`${'a'.repeat(10)}${'b'.repeat(200)}`, 'b'.repeat(200)],
  [`a🎲${'b'.repeat(199)}`, `\ufffd${'b'.repeat(199)}`],
])('keeps of the file name %j what the server takes', (fileName, kept) => {
  expect(keptName(fileName)).toBe(kept);
});

it('reads a file in what Windows wrote before', async () => {
  const file = new File([new Uint8Array([0x5a, 0x6f, 0xeb, 0x2c, 0x31])], 'a.csv');
  expect(await textOf(file)).toEqual({ text: 'Zoë,1' });
});
