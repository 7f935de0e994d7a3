import { expect, it } from 'vitest';
import type { Amendment } from '#features/amendments/contract.ts';
import type { DoorRow } from '../../rules/waiting-taps.ts';
import { keyOf, rowsOf } from './staff-rows.ts';

it('shows a removed place where it stood, also with an accent', () => {
  const rows = ['Anna', 'Zoe'].map((name) => ({ id: name, playerName: name }) as DoorRow);
  const removed = { id: 'removed', kind: 'removed', placeId: 'gone', playerName: 'Õie' } as Amendment;
  expect(rowsOf(rows, [removed], '').map(keyOf)).toEqual(['Anna', 'removed', 'Zoe']);
});
