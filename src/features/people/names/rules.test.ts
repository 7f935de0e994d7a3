import { expect, it } from 'vitest';
import type { KnownName } from './contract.ts';
import { isAmong, knownNames, NAMES_SHOWN, ownNames, readStored, withName } from './rules.ts';

const known = (name: string, account = false): KnownName => ({ name, account });
const anyone = () => true;

it('offers typed names first, then those of the server, each person once', () => {
  const typed = [known('Rosa'), known('Theo')];
  const own = [known('Mum'), known('ROSA'), known('Theo')];
  expect(knownNames({ typed, own }, anyone)).toEqual({ names: ['Rosa', 'Theo', 'Mum'], me: 'Rosa' });
});

it('leaves out who is not offered, also when only one of both sources says so, and then fills in nobody else', () => {
  const sources = { typed: [known('Rosa'), known('Theo')], own: [known('rosa', true)] };
  expect(knownNames(sources, ({ account }) => !account)).toEqual({ names: ['Theo'], me: '' });
});

it('offers six names at most', () => {
  const own = Array.from({ length: NAMES_SHOWN + 1 }, (_, index) => known(`Guest ${index}`));
  expect(knownNames({ typed: [], own }, anyone).names).toHaveLength(6);
});

it('puts the name that was used first before the others, the last used of those first', () => {
  const used = [
    { ...known('Theo'), usedAt: '2025-11-13T11:00:00.000Z' },
    { ...known('Mum'), usedAt: '2025-11-13T09:00:00.000Z' },
    { ...known('rosa'), usedAt: '2025-11-13T12:00:00.000Z' },
    { ...known('Rosa', true), usedAt: '2025-11-13T10:00:00.000Z' },
  ];
  expect(ownNames(used)).toEqual([known('Mum'), known('rosa', true), known('Theo')]);
});

it('keeps the owner’s name first, then the last used, remembers that it has an account, and drops the oldest', () => {
  const typed = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => known(name, name === 'C'));
  expect(withName(typed, known('c'))).toEqual([
    known('A'),
    known('c', true),
    ...typed.filter(({ name }) => name !== 'A' && name !== 'C'),
  ]);
  expect(withName(typed, known('G')).map(({ name }) => name)).toEqual(['A', 'G', 'B', 'C', 'D', 'E']);
  expect(withName([], known('G'))).toEqual([known('G')]);
});

it.each([null, '', '{', '7', 'null', '[null, 7, {"name": 7}]'])('reads %j in the storage as no names', (text) => {
  expect(readStored(text)).toEqual([]);
});

it('reads the names among other entries', () => {
  const stored = '[null, {"name": 7}, {"name": "Rosa", "account": "yes"}, {"name": "Theo", "account": true}]';
  expect(readStored(stored)).toEqual([known('Rosa'), known('Theo', true)]);
});

it('reads back what it stored', () => {
  const names = [known('Rosa', true), known('Zoë')];
  expect(readStored(JSON.stringify(names))).toEqual(names);
});

it('finds a name by its key', () => {
  expect([isAmong(['Rosa'], ' ROSA '), isAmong(['Rosa'], 'Rosi'), isAmong([], '')]).toEqual([true, false, false]);
});
