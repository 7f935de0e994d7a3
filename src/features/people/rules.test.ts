import { expect, it } from 'vitest';
import { keyToSearch, nameKey } from '#platform/names.ts';
import { findNames, listPersons, namesOf, nextFirst, type Owner } from './rules.ts';

const NAMES = [
  'Aurora',
  'Rosa',
  'Rosa Lindqvist',
  'Mia Rosa',
  'Zoë',
  'Þór O’Neill',
  'Anne-Marie',
  'Jo Ann',
  '🦊',
  'Team 1',
];
const TEXTS = new Map(NAMES.map((name) => [nameKey(name), keyToSearch(nameKey(name))]));
const find = (q: string, most = 20) => findNames(TEXTS, q, most);

it.each([
  ['rosa', ['rosa', 'rosa lindqvist', 'mia rosa']],
  ['ROSA', ['rosa', 'rosa lindqvist', 'mia rosa']],
  ['ro', ['rosa', 'rosa lindqvist', 'mia rosa', 'aurora', 'þór o’neill']],
  ['z', ['zoë']],
  ['zoe', ['zoë']],
  ['Zoé', ['zoë']],
  ['thor oneill', ['þór o’neill']],
  ['annemarie', ['anne-marie']],
  ['joann', ['jo ann']],
  ['lindqvist ros', ['rosa lindqvist']],
  ['1', ['team 1']],
  ['🦊', ['🦊']],
  ['nobody', []],
  ['', []],
  ['  ', []],
  ['-', []],
  ['a'.repeat(501), []],
])('the search for "%s" finds %j, the closest first', (q, keys) => {
  expect(find(q)).toEqual({ keys, count: keys.length });
});

it('the search returns the closest and counts all', () => {
  expect(find('o', 2)).toEqual({ keys: ['þór o’neill', 'aurora'], count: 7 });
});

const owner = (kind: Owner['kind'], key: string, visitorId: string | null = null) => ({
  kind,
  nameKey: key,
  visitorId,
});

it('who is one person joins the names of a phone, and never two phones with one name', () => {
  const family = [owner('place', 'rosa', 'v1'), owner('account', 'sam', 'v1'), owner('place', 'rosa', 'v2')];
  expect(listPersons(family, ['rosa', 'sam'])).toEqual([family[0], family[2]]);
});

it('who is one person keeps what has no phone apart by name and kind, after the phones', () => {
  const without = [owner('account', 'rosa'), owner('place', 'rosa'), owner('place', 'rosa'), owner('game', 'rosa')];
  expect(listPersons([...without, owner('place', 'rosa', 'v1'), owner('place', 'ro', 'v0')], ['ro', 'rosa'])).toEqual([
    owner('place', 'ro', 'v0'),
    owner('place', 'rosa', 'v1'),
    ...(['account', 'game', 'place'] as const).map((kind) => owner(kind, 'rosa')),
  ]);
});

it('shows the next thing first and what is over last', () => {
  const at = (startTime: string, isOver = false) => ({ startTime, isOver });
  const [fri, sat, sun] = [at('2025-11-14', true), at('2025-11-15', true), at('2025-11-16')];
  const mon = at('2025-11-17');
  expect(nextFirst([fri, mon, sat, sun])).toEqual([sun, mon, sat, fri]);
});

it('names everybody of a phone once, those looked for first', () => {
  const account = (name: string) => ({ id: name, name, score: 0, shownScore: 0, seenAt: null });
  const game = { id: 'g', name: 'Azul', owner: 'NOOR', available: true };
  const all = { places: [], waiting: [], accounts: ['Sam', 'Noor', 'Rosa'].map(account), games: [game] };
  expect(namesOf(all, ['rosa', 'bo'])).toEqual(['Rosa', 'Sam', 'Noor']);
});
