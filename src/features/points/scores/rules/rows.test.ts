import { expect, it } from 'vitest';
import { type FileKind, parseFile } from './parse-file.ts';
import { readScore, UNCLEAR } from './rows.ts';

const parsed = (text: string, kind: FileKind) => {
  const result = parseFile(text, kind);
  if ('problem' in result) throw new Error(result.problem);
  return result;
};
const read = (text: string, kind: FileKind = 'csv') =>
  parsed(text, kind).rows.map(({ name, score }) => `${name}: ${score}`);
const whys = (text: string, kind: FileKind = 'csv') => parsed(text, kind).dropped.map(({ line, why }) => [line, why]);

it.each<[text: string, rows: string[], unclear: number[]]>([
  ['Name;Punkte\nAna;12.5\nBo;1.204\nCy;9.75', ['Ana: 12', 'Cy: 9'], [3]],
  ['Name,Score\nAna,"12,5"\nBo,"1,204"', ['Ana: 12'], [3]],
  ['Name;Rest;Punkte\nAna;0.5;12.345\nBo;x;1.204', ['Ana: 12345', 'Bo: 1204'], []],
  ['Ana;12.345\nBo;13.001\nCy;7,5', ['Ana: 12345', 'Bo: 13001', 'Cy: 7'], []],
  ['Name\tScore\nAna\t1,204\nBo\t"12,000"\nCy\t980', ['Ana: 1204', 'Bo: 12000', 'Cy: 980'], []],
  ['Name\tScore\nAna\t12,5\nBo\t1,204', ['Ana: 12'], [3]],
  ['Name\tPunkte\nAna\t1.204', [], [2]],
])('decides by the whole column what a mark parts: %j', (text, rows, unclear) => {
  expect(read(text)).toEqual(rows);
  expect(whys(text)).toEqual(unclear.map((line) => [line, UNCLEAR]));
});

it.each([
  ['0', 0],
  ['-0', 0],
  ['007', 7],
  ['+5', 5],
  ['-12', -12],
  ['12.9', 12],
  ['-12.9', -12],
  ['12.', 12],
  ['99999999', 99_999_999],
  ['9'.repeat(16), null],
  ['', null],
  ['.5', null],
  ['1 2', null],
  ['1 20', null],
  ['١٢', 12],
  ['\u221212', -12],
  ['\u221212.9', -12],
  ['--1', null],
  ['1.2.3', null],
  ['42,5', 42],
  ['-42,5', -42],
  ['12 000', 12_000],
  ['12\u00a0000', 12_000],
  ['1\u202f204\u202f000', 1_204_000],
  ["12'000", 12_000],
  ['12’000,50', 12_000],
  ['1.204.000', 1_204_000],
  ['1,204,000', 1_204_000],
  ['1,204.50', 1204],
  ['-1.204,50', -1204],
  ['1.204.50', null],
  ['1.204,000.5', null],
  ['1204.000', 1204],
  ['0.125', 0],
  ['0,125', 0],
  ['1.204', UNCLEAR],
  ['-12,000', UNCLEAR],
  ['4\u00ad2\u200b', 42],
])('a score: written %j is %j', (written, score) => expect(readScore(written)).toBe(score));

it('a score is read by what parts thousands in its file, and never cut to 1', () => {
  expect([readScore('1.204', '.'), readScore('1,204', ','), readScore('-12.000', '.')]).toEqual([1204, 1204, -12_000]);
  expect([readScore('1.204', ','), readScore('1,204', '.')]).toEqual([UNCLEAR, UNCLEAR]);
  expect(read('Name;Punkte\nAna;1.204\nBo;42,5')).toEqual(['Ana: 1204', 'Bo: 42']);
  expect(read('name,score\nAna,"1,204"')).toEqual(['Ana: 1204']);
  expect(whys('Name\tPunkte\nAna\t1.204\nBo\t12\u00a0000', 'tsv')).toEqual([[2, UNCLEAR]]);
  expect(read('[{"name":"Ana","score":7.125}]', 'json')).toEqual(['Ana: 7']);
});

it('a score of two tokens is refused in a file of spaces where one can only be a number with its thousands', () => {
  expect(whys('Ana 12 000\nBo 12 500\nPlayer 7 90', 'txt')).toEqual([
    [1, UNCLEAR],
    [2, UNCLEAR],
  ]);
  expect(read('Player 7 100\nPlayer 8 250\nAna\u00a0Sol 12\u00a0000\nBo\u00a09', 'txt')).toEqual([
    'Player 7: 100',
    'Player 8: 250',
    'Ana\u00a0Sol: 12000',
    'Bo: 9',
  ]);
});
