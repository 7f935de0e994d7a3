import { expect, it } from 'vitest';
import { doubtOf, findColumns } from './columns.ts';
import { type ParseOptions, parseFile } from './parse-file.ts';

const read = (text: string, options: ParseOptions = {}) => {
  const parsed = parseFile(text, 'csv', options);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
};
const pairs = (text: string, options?: ParseOptions) =>
  read(text, options).rows.map(({ name, score }) => [name, score]);
const ANA = [['Ana Sol', 42]];

it.each<[text: string, options?: ParseOptions]>([
  ['Name,Wins,Score\nAna Sol,3,42'],
  ['Score,Player\n42,Ana Sol'],
  ['Rang;Spieler;Punkte\n1;Ana Sol;42,5'],
  ['Rank,Team,Points\n1,Ana Sol,42', { columns: { name: 1, score: 2 } }],
  ['Place|Joueur|Points\n1|Ana Sol|42'],
  ['#\tJUGADOR\tPuntuación\n1\tAna Sol\t42'],
  ['Total points,Giocatore\n42,Ana Sol'],
  ['Player Name,Team name,Score\nAna Sol,Red,42', { columns: { name: 0, score: 2 } }],
  ['Name,Team name,Score\nAna Sol,Red,42'],
  ['名前,得点\nAna Sol,42'],
  ['Name\u200b,\u00a0Punkte\u00a0\nAna\u00a0Sol,42'],
  ['Results of day 1\n\nPlayer,Wins,Points\nAna Sol,3,42'],
  ['sep=;\r\nSpieler;Punkte\r\nAna Sol;42'],
  ['"Ana\nSol",42'],
  ['Ana Sol;42\n;\n\u200b;\u00a0'],
  ['Ana Sol;42\nBo; Ray,'],
  ['Name;Punkte\nAna Sol;42\nEnde'],
  ['"Sol; Ana",1\nAna Sol,42'],
  ['Ana Sol\t42\tx;\nBo\t1\ty;'],
])('reads %j', (text, options = {}) => {
  const read = pairs(text, options).map(([name, score]) => [String(name).replace(/\s/g, ' '), score]);
  expect(read).toContainEqual(ANA[0]);
});

it('reads a quoted line break as one row, which overwrites nobody else', () =>
  expect(pairs('Name,Score\n"Ana\nSol",42\nBo,17').join()).toBe('Ana\nSol,42,Bo,17'));

it('reads a semicolon inside names of a file with commas', () =>
  expect(pairs('A; B,1\nC,2').join()).toBe('A; B,1,C,2'));

it.each([
  ['two columns of points', ['Name', 'Points', 'Total'], { name: 0, score: null }],
  ['no column of points', ['Name', 'Wins', 'Losses'], { name: 0, score: null }],
  ['parts of names', ['First name', 'Last name', 'Score'], { name: null, score: 2 }],
  ['parts of names, in one word', ['Vorname', 'Nachname', 'Punkte'], { name: null, score: 2 }],
  ['no column of names', ['Team', 'Score', 'Games'], { name: 0, score: 1 }],
  ['neither', ['A', 'B'], { name: 0, score: 1 }],
])('asks, or takes the only one: %s', (_, header, taken) =>
  expect(findColumns(header, header.length, {})).toEqual({ labels: header, ...taken }),
);

it('reads no row before the column is chosen', () => {
  const text = 'Name,Points,Total\nAna Sol,3,42';
  expect(read(text)).toMatchObject({ rows: [], dropped: [], columns: { score: null } });
  expect(pairs(text, { columns: { name: 0, score: 2 } })).toEqual(ANA);
});

it.each([
  'Ana Sol\t3\t1250\nBo Ray\t2\t900',
  'Gast,Siege,Zähler\nAna Sol,3,1250',
  'Ana Sol,3,1250\nBo Ray,2,900\nCy Ode,1,850',
  'Ana Sol;3;12,5;red',
])('asks where two columns hold numbers and no header names one: %j', (text) => {
  expect(read(text)).toMatchObject({ rows: [], dropped: [], columns: { name: 0, score: null } });
  expect(pairs(text, { columns: { name: 0, score: 1 } })).toContainEqual(['Ana Sol', 3]);
});

it('does not ask where two columns are the halves of one number', () =>
  expect(read('Ana Sol,1,204\nBo Ray,2,900').columns?.score).toBe(1));

it('takes the first two columns of a file without a header, names them by number, and others on request', () => {
  const labels = ['Column 1: Ana Sol', 'Column 2: 42', 'Column 3: red'];
  expect(read('Ana Sol,42,red').columns).toEqual({ labels, name: 0, score: 1 });
  expect(pairs('1,Ana Sol,42', { columns: { name: 1, score: 2 } })).toEqual(ANA);
  expect(read('Ana Sol,42,').columns).toBeUndefined();
});

it.each([
  ['Total', 'looks like a sum'],
  ['SUMME:', 'looks like a sum'],
  ['Player', 'looks like a header'],
  ['Total points', 'looks like a header'],
  ['Total Tom', null],
  ['Player 1', null],
  ['Nick', null],
  ['', null],
])('the name %j: %j', (name, doubt) => expect(doubtOf(name)).toBe(doubt));

it('keeps a row that looks like a header with a number', () =>
  expect(pairs('Player,2025\nAna Sol,42')).toEqual([['Player', 2025], ...ANA]));
