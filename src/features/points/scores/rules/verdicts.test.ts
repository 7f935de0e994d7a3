import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bulkMessage,
  byNameKey,
  effectsOf,
  errorsToKeep,
  exportedAt,
  judge,
  readErrors,
  readTypedScore,
} from './verdicts.ts';

const row = (name: string, score: number) => ({ name, score });

it('rows of an upload count once per name, ignoring case and spaces', () => {
  const { scores, errors, refused } = judge([row(' Alex  R.', 5), row('ALEX r.', 5), row('Bo', 0)]);
  expect([scores, errors, refused.size]).toEqual([
    [
      { name: 'Alex R.', nameKey: 'alex r.', score: 5 },
      { name: 'Bo', nameKey: 'bo', score: 0 },
    ],
    [],
    0,
  ]);
});

it('rows of an upload count once per account, whose names may differ in accents, spaces and punctuation', () => {
  const { scores, keys, errors } = judge([row('Rosa Quint', 5), row('rosa-quint', 5), row('!?', 1), row('!!', 2)]);
  expect(scores.map(({ name, score }) => [name, score])).toEqual([
    ['Rosa Quint', 5],
    ['!?', 1],
    ['!!', 2],
  ]);
  expect([keys, errors]).toEqual([['rosaquint', 'rosaquint', '!?', '!!'], []]);
});

it('rows of an upload fail when a name has different scores, with all values in the message', () => {
  const judged = judge([row('Alex', 5), row('Bo', 1), row('aLEX', 7), row('Cy', 1), row('Cy', 2), row('Cy', -3)]);
  expect(judged.scores.map(({ name }) => name)).toEqual(['Bo']);
  expect([...judged.refused.keys()].sort()).toEqual([0, 2, 3, 4, 5]);
  expect(judged.errors).toEqual([
    '“Alex” appears twice with different scores: 5 and 7.',
    '“Cy” appears three times with different scores: 1, 2 and -3.',
  ]);
  const many = judge(Array.from({ length: 9 }, (_, score) => row('Di', score)));
  expect(many.errors).toEqual(['“Di” appears 9 times with different scores: 0, 1, 2, 3, 4 and 4 more.']);
});

it.each([
  ['a name with a NUL', row('a\0b', 1), '“a�b”: the name holds characters that cannot be shown.'],
  ['half a surrogate', row('a\ud83d', 1), '“a�”: the name holds characters that cannot be shown.'],
  ['a name of 61', row('x'.repeat(61), 1), `“${'x'.repeat(60)}…”: the name is longer than 60 characters.`],
  ['nothing visible', row('\u200b', 1), '“\u200b”: the name is missing.'],
  ['too little', row('Alex', -1_000_001), '“Alex”: -1,000,001 is less than -1,000,000.'],
  ['too much', row('Alex', 10_000_001), '“Alex”: 10,000,001 is more than 10,000,000.'],
  ['far too much', row('Alex', 1e300), `“Alex”: 1${',000'.repeat(14)},00… is more than 10,000,000.`],
  ['a fraction', row('Alex', 1.5), '“Alex”: 1.5 is not a whole number.'],
])('rows of an upload fail alone: %s', (_, bad, error) => {
  const judged = judge([row('Bo', 1), bad]);
  expect([judged.errors, judged.scores.length, [...judged.refused.keys()]]).toEqual([[error], 1, [1]]);
});

it('rows of an upload with one problem are one error from the fourth on, and each has its own sentence', () => {
  const judged = judge([
    ...['A', 'B', 'C', 'D', 'E'].map((name, index) => row(name, 2e7 + index)),
    ...['F', 'F', 'G', 'G', 'H', 'H', 'I', 'I'].map((name, index) => row(name, index)),
    ...['J', 'K', 'L'].map((name) => row(name, -2e7)),
  ]);
  expect(judged.errors.slice(0, 2)).toEqual([
    '“A”, “B”, “C” and 2 more: the score is more than 10,000,000.',
    '“F” appears twice with different scores: 0 and 1.',
  ]);
  expect(judged.errors).toHaveLength(8);
  expect(judged.refused.get(4)?.sentence).toBe('“E”: 20,000,004 is more than 10,000,000.');
});

it('rows of an upload pass at both ends of the range', () =>
  expect(judge([row('A', -1_000_000), row('B', 10_000_000)]).errors).toEqual([]));

it('rows of an upload: either pass or fail, and a name that passes has one score', () => {
  const rows = fc.array(
    fc.record({ name: fc.constantFrom('a', 'A', 'b', '', 'ß', 'SS', '\0'), score: fc.constantFrom(1, 2, 1e9) }),
  );
  fc.assert(
    fc.property(rows, (given) => {
      const { scores, keys, refused } = judge(given);
      for (const [index, { score }] of given.entries()) {
        const passed = scores.filter(({ nameKey }) => nameKey === keys[index]);
        expect(passed.length).toBe(refused.has(index) ? 0 : 1);
        if (passed[0] !== undefined) expect(passed[0].score).toBe(score);
      }
    }),
  );
});

it('what each row will do', () => {
  const users = byNameKey([
    { id: '1', name: 'Alex', score: 5, revision: 1 },
    { id: '2', name: 'Bo', score: 9, revision: 1 },
    { id: '3', name: 'Rosa Quint', score: 9, revision: 1 },
  ]);
  const rows = [row('ALEX', 6), row('bo', 9), row('Cy', 1), row('Di', 1), row('Di', 2), row('rósa-quint', 9)];
  const why = '“Di” appears twice with different scores: 1 and 2.';
  expect(effectsOf(rows, judge(rows), users)).toEqual([
    { does: 'changes', from: 5, to: 6, userId: '1' },
    { does: 'keeps', from: 9, to: 9, userId: '2' },
    { does: 'creates' },
    { does: 'fails', why },
    { does: 'fails', why },
    { does: 'keeps', from: 9, to: 9, userId: '3' },
  ]);
});

it('what each row will add', () => {
  const users = byNameKey([{ id: '1', name: 'Alex', score: 5, revision: 1 }]);
  const rows = [row('ALEX', 6), row('Cy', 1)];
  expect(effectsOf(rows, judge(rows), users, 'add')).toEqual([
    { does: 'changes', from: 5, to: 11, userId: '1' },
    { does: 'creates' },
  ]);
});

it('a row of somebody who was deleted within the last minute says that the file is refused', () => {
  const rows = [row('rósa-quint', 20), row('Bo', 1)];
  const hidden = byNameKey([{ name: 'Rosa Quint' }]);
  const why =
    'Rosa Quint was deleted less than a minute ago. Undo that, or wait a minute. Until then the whole file is refused.';
  expect(effectsOf(rows, judge(rows), new Map(), 'set', hidden)).toEqual([{ does: 'fails', why }, { does: 'creates' }]);
});

it('the name of an exported file says when it was exported', () => {
  expect(exportedAt('users-and-scores 20251114T170500Z (1).csv')).toBe('2025-11-14T17:05:00Z');
  expect(exportedAt('day 1.csv')).toBeNull();
});

it('the toast joins the three counts with periods', () =>
  expect(bulkMessage({ updated: 3, created: 1, failed: 0 })).toBe(
    'Updated 3 score(s). Created 1 new user(s). 0 failed',
  ));

it('a record keeps a thousand errors and says how many more there were', () => {
  const errors = Array.from({ length: 5000 }, (_, index) => `${index}`);
  expect(errorsToKeep(errors.slice(0, 1000))).toEqual(errors.slice(0, 1000));
  expect(errorsToKeep(errors)).toHaveLength(1001);
  expect(errorsToKeep(errors).at(-1)).toBe('4,000 more failed.');
});

it.each([
  ['["a","b"]', ['a', 'b']],
  ['[]', []],
  ['', []],
  ['["a",5]', ['a']],
  ['{}', ['{}']],
  ['broken', ['broken']],
])('errorDetails %j are read as %j', (text, errors) => expect(readErrors(text)).toEqual(errors));

it.each([
  ['12', { score: 12 }],
  [' -3 ', { score: -3 }],
  ['', { problem: 'Type a score first.' }],
  ['  ', { problem: 'Type a score first.' }],
  ['1.5', { problem: 'A score is a whole number.' }],
  ['10000001', { problem: 'A score lies between -1,000,000 and 10,000,000.' }],
  ['-1000001', { problem: 'A score lies between -1,000,000 and 10,000,000.' }],
])('typed %j is %j', (typed, read) => expect(readTypedScore(typed)).toEqual(read));
