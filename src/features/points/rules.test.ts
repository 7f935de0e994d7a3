import { describe, expect, it } from 'vitest';
import { authorOf, checkEntries, isHidden, whyNotPoints, whyNotUndo } from './rules.ts';

it.each([
  ['is in range', 3, 15, null],
  ['is the most', 9_999_999, 1, null],
  ['is over the most', 9_999_999, 2, 'Zoë would have 10,000,001 points; the limit is 10,000,000.'],
  ['is under the least', -1_000_000, -1, 'Zoë would have -1,000,001 points; the limit is -1,000,000.'],
])('allows points when the sum %s', (_, score, points, message) =>
  expect(whyNotPoints({ name: 'Zoë', score }, points)?.message ?? null).toBe(message),
);

it('refuses to undo an undo', () => {
  expect(whyNotUndo({ undoes: null })).toBeNull();
  expect(whyNotUndo({ undoes: 'one' })?.code).toBe('BAD_INPUT');
});

it('hides entries from the moment of the freeze on, and none outside of one', () => {
  const at = '2025-11-16T16:00:00.000Z';
  expect([isHidden(at, at), isHidden('2025-11-16T15:59:59.999Z', at), isHidden(at, null)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('names the author with their role', () =>
  expect([authorOf('Priya', 'organiser'), authorOf('Priya', null), authorOf(null, 'organiser')]).toEqual([
    'Priya, organiser',
    'Priya',
    null,
  ]));

describe('the entries of a festival’s file', () => {
  const users = [{ id: 'u-1' }, { id: 'u-2' }];
  const entry = (id: string, said: object = {}) => ({
    ...{ id, userId: 'u-1', points: 5, kind: 'award', reason: 'Won', missionId: null, eventId: null, uploadId: null },
    ...{ undoes: null, at: '2025-11-14T17:00:00.000Z' },
    ...said,
  });
  it.each([
    ['an entry and its undo', [entry('a'), entry('b', { undoes: 'a', points: -5 })], true],
    ['an entry of nobody', [entry('a', { userId: 'u-3' })], false],
    ['two of one id', [entry('a'), entry('a')], false],
    ['an undo of nothing', [entry('b', { undoes: 'a', points: -5 })], false],
    ['an undo of another person’s', [entry('a'), entry('b', { undoes: 'a', points: -5, userId: 'u-2' })], false],
    ['an undo of other points', [entry('a'), entry('b', { undoes: 'a', points: -4 })], false],
    ['an undo of an undo', [entry('a'), entry('b', { undoes: 'a', points: -5 }), entry('c', { undoes: 'b' })], false],
  ])('are checked: %s', (_, points, isGood) =>
    expect(checkEntries({ points: points as Parameters<typeof checkEntries>[0]['points'], users }) === null).toBe(
      isGood,
    ),
  );
});
