import { describe, expect, it } from 'vitest';
import type { PointEntry } from './contract.ts';
import {
  asShown,
  authorOf,
  checkEntries,
  isHidden,
  nextStep,
  previousStep,
  rankAnew,
  rankingOf,
  stepAt,
  toldPlaces,
  whyNotFreeze,
  whyNotPoints,
  whyNotReveal,
  whyNotUndo,
} from './rules.ts';

const NOW = '2025-11-14T17:00:00.000Z';

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

it.each([
  ['Priya', 'organiser', 'Priya, organiser'],
  ['Priya', null, 'Priya'],
  [null, 'organiser', 'an organiser'],
  [null, 'points', 'a helper'],
  [null, null, null],
] as const)('names the author %s with the role %s as %s', (name, role, words) => {
  expect(authorOf(name, role)).toBe(words);
});

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

describe('the ceremony', () => {
  const users = [9, 7, 7, 5, 0, -2].map((score, index) => ({ id: `u${index}`, score, seenAt: index < 2 ? NOW : null }));
  const ranks = rankingOf(users, { onlySeen: false });

  it('ranks people with points to rank 10, with ties at one rank', () => {
    expect(ranks.map(({ userId, rank, points }) => [userId, rank, points])).toEqual([
      ['u0', 1, 9],
      ['u1', 2, 7],
      ['u2', 2, 7],
      ['u3', 4, 5],
    ]);
    const many = Array.from({ length: 12 }, (_, index) => ({
      id: `m${index}`,
      score: index < 9 ? 50 - index : 1,
      seenAt: null,
    }));
    expect(rankingOf(many, { onlySeen: false }).map(({ rank }) => rank)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10,
    ]);
  });

  it('holds only seen people when prizes are for them', () => {
    expect(rankingOf(users, { onlySeen: true }).map(({ userId, rank }) => [userId, rank])).toEqual([
      ['u0', 1],
      ['u1', 2],
    ]);
  });

  it('tells no better rank than it is asked for, and steps to ranks that exist, down to the podium', () => {
    expect([11, 10, 5, 4, 3, 2, 1, 0].map((to) => stepAt(ranks, to))).toEqual([11, 11, 11, 4, 4, 2, 1, 0]);
    expect([11, 4, 2, 1, 0].map((to) => nextStep(ranks, to))).toEqual([4, 2, 1, 0, null]);
    expect([stepAt([], 10), nextStep([], 11)]).toEqual([11, 0]);
  });

  it('goes back from each step to the one before', () => {
    expect([0, 1, 2, 4].map((to) => previousStep(ranks, to))).toEqual([1, 2, 4, 11]);
  });

  it('ranks anew without telling again what was told, when points or accounts are gone', () => {
    const user = (id: string, score: number) => ({ id, score, seenAt: null });
    const all = [user('a', 9), user('b', 7), user('c', 5), user('d', 3)];
    const ranking = rankingOf(all, { onlySeen: false });
    const again = (to: number, users: typeof all) => {
      const anew = rankAnew({ ranking, to }, users);
      const places = anew.ranking.map(({ userId, rank, points }) => `${rank} ${userId} ${points}`);
      return [anew.to, ...places, ...anew.behind.map((id) => `behind: ${id}`)];
    };
    // One of those not told yet is deleted: who was told moves up, and stays told.
    expect(again(4, [user('a', 9), user('c', 5), user('d', 3)])).toEqual([3, '1 a 9', '2 c 5', '3 d 3']);
    // The best loses points: who was told stays told, and points that they got since then change nothing.
    expect(again(4, [user('a', 4), user('b', 7), user('c', 5), user('d', 90)])).toEqual([
      4,
      ...['1 b 7', '2 c 5', '3 a 4', '4 d 3'],
    ]);
    // Behind a place that is told, or beside one, no step would tell them.
    for (const score of [4, 5])
      expect(again(3, [user('a', score), user('b', 7), user('c', 5), user('d', 3)])).toContain('behind: a');
    // Who had no place gets one only where a step is still to come.
    expect(again(4, [user('a', 9), user('b', 7), user('d', 3), user('new', 2)])).toEqual([
      3,
      '1 a 9',
      '2 b 7',
      '3 d 3',
    ]);
    expect(again(4, [user('a', 9), user('new', 8), user('d', 3)])).toEqual([3, '1 a 9', '2 new 8', '3 d 3']);
    expect(again(0, [user('new', 10), user('b', 7)])).toEqual([0, '1 b 7']);
    expect(again(4, [user('a', 9), user('b', 7), user('c', 5)])).toEqual([11, '1 a 9', '2 b 7', '3 c 5']);
    expect(again(0, [user('b', 7)])).toEqual([0, '1 b 7']);
  });

  it('has told the places down to where it is', () => {
    expect([null, 11, 4, 2, 0].map((to) => toldPlaces(ranks, to).map(({ rank }) => rank))).toEqual([
      [],
      [],
      [4],
      [2, 2, 4],
      [1, 2, 2, 4],
    ]);
  });

  it('goes on only in a freeze that is in force, and when it has begun', () => {
    expect(whyNotReveal({ isFrozen: false, to: null }, 11)?.code).toBe('NOT_FROZEN');
    expect(whyNotReveal({ isFrozen: true, to: null }, 9)?.code).toBe('CHANGED_MEANWHILE');
    expect([11, 10, null].map((to) => whyNotReveal({ isFrozen: true, to: null }, to))).toEqual([null, null, null]);
    expect(whyNotReveal({ isFrozen: true, to: 11 }, 10)).toBeNull();
  });

  it('freezes now or later, and no time that has passed', () => {
    const later = '2025-11-14T18:00:00.000Z';
    const frozenAt = '2025-11-14T16:00:00.000Z';
    const why = (isFrozen: boolean, at?: string) => whyNotFreeze({ isFrozen, frozenAt }, at, NOW)?.code ?? null;
    expect([why(false), why(false, later), why(true), why(true, frozenAt)]).toEqual([null, null, null, null]);
    // A clock that is a minute slow means now.
    expect(why(false, '2025-11-14T16:59:00.000Z')).toBeNull();
    expect([why(false, '2025-11-14T16:58:59.000Z'), why(true, later)]).toEqual(['BAD_INPUT', 'BAD_INPUT']);
  });
});

it('shows the owner of entries in a freeze neither points nor what was taken back', () => {
  const entry = {
    id: 'a',
    userId: 'u',
    points: 5,
    kind: 'award',
    reason: 'Won',
    missionId: null,
    eventId: null,
  } as const;
  const rest = { by: 'Priya', undoes: null, isUndone: false };
  const late = '2025-11-14T17:30:00.000Z';
  const entries: PointEntry[] = [
    { ...entry, ...rest, at: '2025-11-14T16:00:00.000Z', isUndone: true },
    { ...entry, ...rest, id: 'b', at: late, points: -5, reason: 'Undone: Won', undoes: 'a' },
    { ...entry, ...rest, id: 'c', at: late, points: 7, kind: 'correction', reason: 'Corrected to 12' },
    { ...entry, ...rest, id: 'd', at: late, points: 3 },
  ];
  const shown = asShown(entries, NOW);
  expect(
    shown.map(({ id, points, reason, undoes, isUndone, by }) => [id, points, reason, undoes, isUndone, by]),
  ).toEqual([
    ['a', 5, 'Won', null, false, null],
    ['b', null, 'Correction', null, false, null],
    ['c', null, 'Correction', null, false, null],
    ['d', null, 'Won', null, false, null],
  ]);
  expect(asShown(entries, null)).toEqual(entries.map((one) => ({ ...one, by: null })));
});
