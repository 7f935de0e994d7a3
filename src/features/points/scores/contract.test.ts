import { expect, it } from 'vitest';
import { parseBody } from '#platform/server/parse.ts';
import { refusalOf } from '#testing/refusal.ts';
import { BulkScores, NewScore } from './contract.ts';

const row = { name: 'Alex', score: 1 };
const rows = (count: number) => Array.from({ length: count }, () => row);

const parsed = (updates: unknown, more = {}) =>
  refusalOf(() => parseBody(BulkScores, { updates, fileName: 'day 1.csv', fileType: 'csv', ...more }));

it.each([
  ['no rows', [], 'Updates has no rows.', 'updates'],
  ['no list', {}, 'Updates must be a list.', 'updates'],
  ['5,001 rows', rows(5001), 'Updates has more than 5,000 rows; split the file.', 'updates'],
  ['a row that is not an object', [null], 'Row 1 must be an object.', 'updates.0'],
  ['a score that is text', [{ ...row, score: '5' }], 'Score in row 1 must be a number.', 'updates.0.score'],
  ['a name that is not text', [{ ...row, name: 5 }], 'Name in row 1 must be text.', 'updates.0.name'],
])('an upload is refused with %s', (_, updates, message, field) => {
  expect(parsed(updates)).toEqual({ code: 'BAD_INPUT', message, field });
});

it('an upload is refused with more left out than a file has kinds of problems', () => {
  const leftOut = (count: number) => Array.from({ length: count }, () => ({ why: 'x', count: 1, line: 1, text: '' }));
  expect(parsed(rows(1), { leftOut: leftOut(21) })).toMatchObject({ code: 'BAD_INPUT', field: 'leftOut' });
  expect(parsed(rows(1), { leftOut: leftOut(20) })).toMatchObject({ leftOut: leftOut(20) });
});

it.each([-1_000_000, 0, 10_000_000])('a score may be %i', (score) => {
  expect(parseBody(NewScore, { score })).toEqual({ score });
});

it.each([
  [undefined, 'Score is missing.'],
  [null, 'Score must be a number.'],
  ['5', 'Score must be a number.'],
  [1.5, 'Score must be a whole number.'],
  [-1_000_001, 'Score must be -1,000,000 or more.'],
  [10_000_001, 'Score must be 10,000,000 or less.'],
])('a score may not be %j', (score, message) => {
  expect(refusalOf(() => parseBody(NewScore, { score }))).toEqual({ code: 'BAD_INPUT', message, field: 'score' });
});
