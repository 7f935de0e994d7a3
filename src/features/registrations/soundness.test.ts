import { expect, it } from 'vitest';
import { rowProblems } from '#database/soundness.ts';
import { rsvpSoundness } from '#features/rsvps/soundness.ts';
import { userSoundness } from '#features/users/soundness.ts';
import { removedRows } from './soundness.ts';

const shape = removedRows((kind) => (kind === 'place' ? rsvpSoundness.rows.rsvps : userSoundness.rows.users));

const aPlace = {
  id: 'r-1',
  event_id: 'e-1',
  player_name: 'Script 1',
  name_key: 'script 1',
  player_email: null,
  checked_in: 0,
  checked_in_at: null,
  checked_in_by: null,
  lent: 0,
  visitor_id: 'v-1',
  created_at: '2025-11-14T16:50:00.000Z',
};
const kept = (row: object, said: object = {}) => ({
  ...{ removal_id: 'x-1', kind: 'place', row_id: 'r-1', visitor_id: 'v-1', event_id: 'e-1' },
  row: JSON.stringify(row),
  ...said,
});

it('accepts a kept row that its table could hold', () => {
  expect(rowProblems(shape, kept(aPlace))).toEqual([]);
});

it.each([
  ['a name that is no name', kept({ ...aPlace, player_name: '' }), /^row\.player_name/],
  ['a key of another name', kept({ ...aPlace, name_key: 'alex' }), /^row\.name_key is not the key of the name/],
  ['a row of another table', kept(aPlace, { kind: 'account', event_id: null }), /^row\.name /],
  ['the row of another device', kept(aPlace, { visitor_id: 'v-2' }), /is another row than it is kept as/],
  ['the place of another event', kept(aPlace, { event_id: 'e-2' }), /is another row than it is kept as/],
  ['no JSON', kept(aPlace, { row: '{' }), /^row is not JSON/],
])('refuses %s, which an undo would insert', (_, row, problem) => {
  expect(rowProblems(shape, row)).toContainEqual(expect.stringMatching(problem));
});
