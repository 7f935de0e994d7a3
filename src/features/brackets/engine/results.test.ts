import { describe, expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { build } from './build.ts';
import { enter, fold } from './fold.ts';
import { cleared, lastAction, whyNotEnter } from './results.ts';
import { type Entry, matchIn, type State } from './state.ts';

const double = (entrants: number, ...entries: Entry[]) =>
  fold(build(entrants, { tournamentType: 'double-elimination' }), entries);

const score = (match: string, one: number, two: number): Entry => ({ kind: 'score', match, scores: [one, two] });

const told = (state: State, entry: Entry, options?: { cascade?: boolean }) => {
  const refusal = whyNotEnter(state, entry, options);
  return refusal && { status: refusal.status, ...refusal.body };
};

it.each([
  [0, 1],
  [999, 0],
  [998, 999],
])('a score of %d to %d is valid', (one, two) => {
  expect(told(double(4), score('W1-1', one, two))).toBeNull();
});

it.each([
  [-1, 2, 'player1Score'],
  [2, 1000, 'player2Score'],
  [1.5, 2, 'player1Score'],
  [2, Number.POSITIVE_INFINITY, 'player2Score'],
  [Number.NaN, 2, 'player1Score'],
])('a score of %d to %d is invalid', (one, two, field) => {
  expect(told(double(4), score('W1-1', one, two))).toEqual({
    status: 400,
    code: 'BAD_INPUT',
    message: 'A score is a whole number from 0 to 999.',
    field,
  });
});

it('a score has a winner', () => {
  expect(told(double(4), score('W1-1', 3, 3))).toEqual({
    status: 400,
    code: 'BAD_INPUT',
    message: "A match can't end in a draw: the scores must differ.",
    field: 'player2Score',
  });
});

it.each<[string, State, Entry, string, string]>([
  ['in an unknown match', double(4), win('W9-1', 1), 'NOT_FOUND', 'There is no such match.'],
  ['in a reset that is not needed', double(4), win('GR', 1), 'NOT_FOUND', 'There is no such match.'],
  [
    'while players are missing',
    double(4, win('W1-1', 1)),
    win('W2-1', 1),
    'MATCH_NOT_READY',
    'Winners final is still waiting for its players.',
  ],
  ['in a bye', double(3), win('W1-1', 1), 'MATCH_NOT_READY', 'Winners semifinal, match 1 is a bye: nobody plays it.'],
  [
    'where a disqualified player forfeited',
    double(4, { kind: 'disqualification', match: 'W1-1', player: 1 }, win('W1-2', 1)),
    win('L1-1', 1),
    'MATCH_NOT_READY',
    'Losers round 1 was forfeited by a disqualified player. Change that result first.',
  ],
  [
    'that clears a match without a result',
    double(4),
    { kind: 'clear', match: 'W1-1' },
    'NO_RESULT',
    'Winners semifinal, match 1 has no result to clear.',
  ],
  [
    'that undoes nothing',
    double(4, win('W1-1', 1), { kind: 'undo' }),
    { kind: 'undo' },
    'NO_RESULT',
    'There is no result to take back.',
  ],
])('a result is refused: %s', (_, state, entry, code, message) => {
  expect(whyNotEnter(state, entry)?.body).toEqual({ code, message });
  expect(whyNotEnter(state, entry, { cascade: true })?.code).toBe(code);
});

describe('a correction', () => {
  const state = double(4, win('W1-1', 1), win('W1-2', 1), win('W2-1', 1), win('L1-1', 1));

  it('names what it would clear, and is allowed with cascade', () => {
    expect(told(state, win('W1-1', 2))).toEqual({
      status: 409,
      code: 'RESULT_USED',
      message: 'Later matches depend on it. Changing it clears these 2 results: Winners final and Losers round 1.',
      clears: ['W2-1', 'L1-1'],
    });
    expect(told(state, win('W1-1', 2), { cascade: true })).toBeNull();
    expect(cleared(state, win('W1-1', 2))).toEqual(['W2-1', 'L1-1']);
    expect(cleared(state, { kind: 'clear', match: 'W1-1' })).toEqual(['W2-1', 'L1-1']);
  });

  it('names one result in the singular, and only some of many', () => {
    const one = double(4, win('W1-1', 1), win('W1-2', 1), win('W2-1', 1));
    expect(told(one, win('W1-1', 2))?.message).toBe(
      'Later matches depend on it. Changing it clears this result: Winners final.',
    );
    let many = double(16);
    for (let match = many.matches.find(({ status }) => status === 'ready'); match; ) {
      many = enter(many, win(match.match.id, 1));
      match = many.matches.find(({ status }) => status === 'ready');
    }
    expect(told(many, win('W1-1', 2))?.message).toBe(
      'Later matches depend on it. Changing it clears these 13 results: Winners round 2, match 1; Winners semifinal, match 1; Winners final; Losers round 1, match 1; Losers round 2, match 1; Losers round 2, match 4 and 7 more.',
    );
  });

  it('of the score alone needs no cascade and clears nothing', () => {
    expect(told(state, score('W1-1', 9, 8))).toBeNull();
    expect(matchIn(enter(state, score('W1-1', 9, 8)), 'W2-1')?.decidedBy).toBe(2);
  });

  it('does not restore what an earlier one cleared', () => {
    const twice = enter(enter(state, win('W1-1', 2)), win('W1-1', 1));
    expect(['W2-1', 'L1-1'].map((id) => matchIn(twice, id)?.status)).toEqual(['ready', 'ready']);
  });

  it('of a corrected score keeps the waiting times', () => {
    const fixed = enter(enter(double(4, win('W1-1', 1), win('W1-2', 1)), win('W1-1', 2)), score('W1-1', 0, 7));
    expect(matchIn(fixed, 'W2-1')?.sinceEntry).toBe(2);
    expect(matchIn(enter(fixed, win('W2-1', 1)), 'W2-1')?.decidedBy).toBe(4);
  });
});

it('returns what an undo would revert', () => {
  expect(lastAction(double(4))).toBeNull();
  expect(lastAction(double(4, win('W1-1', 1), win('W1-2', 1), { kind: 'undo' }))).toEqual({
    entry: win('W1-1', 1),
    index: 0,
  });
});
