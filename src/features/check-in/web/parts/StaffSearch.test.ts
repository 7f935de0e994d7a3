import { expect, it } from 'vitest';
import type { Amendment } from '#features/amendments/contract.ts';
import type { DoorRow } from '../../rules/taps.ts';
import { keyOf, matching, rowsOf } from './StaffSearch.tsx';

it('shows a removed place where it stood, also with an accent', () => {
  const rows = ['Anna', 'Zoe'].map((name) => ({ id: name, playerName: name }) as DoorRow);
  const removed = { id: 'removed', kind: 'removed', placeId: 'gone', playerName: 'Õie' } as Amendment;
  expect(rowsOf(rows, [removed], '').map(keyOf)).toEqual(['Anna', 'removed', 'Zoe']);
});

it.each([
  ['test robin', ['Robin de la Test']],
  ['thora', ['Þóra']],
  ['X@SEA.org', ['Þóra']],
  ['...', ['Robin de la Test', 'Þóra']],
  [' ', ['Robin de la Test', 'Þóra']],
])('finds by %j the places of %j', (typed, found) => {
  const places = [
    { id: '1', playerName: 'Robin de la Test', playerEmail: null },
    { id: '2', playerName: 'Þóra', playerEmail: 'x@sea.org' },
  ] as DoorRow[];
  const removed = { id: '3', kind: 'removed', placeId: 'gone', playerName: 'Robina Test' } as Amendment;
  expect(matching(places, typed).map(({ playerName }) => playerName)).toEqual(found);
  expect(rowsOf(places, [removed], typed).map(keyOf).includes('3')).toBe(/robin|^ $|^\.\.\.$/.test(typed));
});
