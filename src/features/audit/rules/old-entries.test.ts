import { expect, it } from 'vitest';
import { entriesAbout } from './old-entries.ts';

const about = (sides: { before?: unknown; after?: unknown }, ...rows: readonly [id: string, name: string][]) =>
  entriesAbout(
    [{ id: 'a', before: null, after: null, ...sides }],
    rows.map(([id, name]) => ({ id, name })),
  ).length === 1;

it('finds an entry by the id, by the name in any spelling, and by one name of a list', () => {
  expect(about({ before: { id: 'u-1', score: 3 } }, ['u-1', 'Alex'])).toBe(true);
  for (const field of ['name', 'playerName', 'player1', 'player2', 'winner']) {
    expect(about({ after: { [field]: 'ALEX' } }, ['u-1', 'Alex'])).toBe(true);
  }
  for (const name of ['Bo', 'Alex, the first', 'Cy']) {
    expect(about({ after: { players: 'Bo, Alex, the first, Cy' } }, ['r-1', name])).toBe(true);
  }
  expect(about({ after: { players: ['Bo', 'Alex'] } }, ['r-1', 'alex'])).toBe(true);
});

it('finds entries from before a person was renamed', () => {
  const entries = [
    { id: 'renamed', before: { id: 'u-1', name: 'Lex' }, after: { id: 'u-1', name: 'Alex' } },
    { id: 'won', before: null, after: { winner: 'Lex' } },
    { id: 'other', before: null, after: { winner: 'Bo' } },
  ];
  expect(entriesAbout(entries, [{ id: 'u-1', name: 'Alex' }])).toEqual(['renamed', 'won']);
});

it('finds no entry by a part of a name, by another text or without rows', () => {
  expect(about({ after: { name: 'Alexandra', players: 'Alexandra, Bo' } }, ['u-1', 'Alex'])).toBe(false);
  expect(about({ after: { title: 'Alex', host: 'Alex', titles: ['Alex'] } }, ['u-1', 'Alex'])).toBe(false);
  expect(about({ before: { name: 'Alex' } })).toBe(false);
  expect(about({ before: 'Alex', after: 5 }, ['u-1', 'Alex'])).toBe(false);
});
