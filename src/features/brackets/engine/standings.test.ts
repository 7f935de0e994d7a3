import { expect, it } from 'vitest';
import { dice, playOut, win } from '#testing/bracket.ts';
import { DOUBLE, SINGLE, THIRD } from '#testing/bracket-sizes.ts';
import { build } from './build.ts';
import { fold } from './fold.ts';
import { ranks } from './standings.ts';
import type { Entry, State } from './state.ts';

const lines = (state: State) =>
  ranks(state).map(({ seed, rank, wins, losses, points }) => `${rank}. #${seed} ${wins}-${losses} ${points}`);

/** The better seed wins every match. */
const asSeeded = (state: State) =>
  playOut(state, {
    random: dice(1),
    choose: ({ match, players: [one, two] }) => win(match.id, Number(one) < Number(two) ? 1 : 2),
  });

it('the leaderboard is empty until the first result, and after it is undone', () => {
  const graph = build(5, DOUBLE);
  expect(ranks(fold(graph, []))).toEqual([]);
  expect(ranks(fold(graph, [win('W1-2', 1), { kind: 'undo' }]))).toEqual([]);
  expect(ranks(fold(graph, [win('W1-2', 1), { kind: 'clear', match: 'W1-2' }]))).toEqual([]);
});

it('the leaderboard counts 3 points in the winners bracket and the finals, 1 in the losers bracket, none for byes', () => {
  const entries = [win('W1-2', 1), win('W2-1', 1), win('L2-1', 1), win('GF', 2), win('GR', 1)];
  expect(lines(fold(build(3, DOUBLE), entries))).toEqual(['1. #1 2-1 6', '2. #2 3-2 7', '3. #3 0-2 0']);
});

it('the leaderboard shares ranks and skips the next: 1, 2, 3, 4, 5, 5, 7, 7 when the better seed always wins', () => {
  expect(lines(asSeeded(fold(build(8, DOUBLE), [])))).toEqual([
    ...['1. #1 4-0 12', '2. #2 3-2 7', '3. #3 3-2 5', '4. #4 2-2 4'],
    ...['5. #5 1-2 1', '5. #6 1-2 1', '7. #7 0-2 0', '7. #8 0-2 0'],
  ]);
});

it('the leaderboard ranks players still in before those who are out, and more points before fewer', () => {
  const state = fold(build(4, DOUBLE), [win('W1-1', 1), win('W1-2', 1), win('L1-1', 2)]);
  expect(lines(state)).toEqual(['1. #1 1-0 3', '1. #2 1-0 3', '3. #3 1-1 1', '4. #4 0-2 0']);
});

it('the leaderboard ranks a disqualified player as out at once, and everybody still in before', () => {
  const thrownOut: Entry = { kind: 'disqualification', match: 'W1-1', player: 1 };
  expect(lines(fold(build(4, DOUBLE), [thrownOut]))).toEqual([
    '1. #4 1-0 3',
    '2. #2 0-0 0',
    '2. #3 0-0 0',
    '4. #1 0-1 0',
  ]);
});

it.each(['forfeit', 'disqualification'] as const)(
  'the leaderboard has nobody first after a final with a %s of both',
  (kind) => {
    const nobody: Entry = { kind, match: 'W2-1', player: 'both' };
    expect(lines(fold(build(4, SINGLE), [win('W1-1', 1), win('W1-2', 1), nobody]))).toEqual([
      '2. #1 1-1 3',
      '2. #2 1-1 3',
      '4. #3 0-1 0',
      '4. #4 0-1 0',
    ]);
  },
);

it('the leaderboard keeps a first when nobody comes to one semifinal', () => {
  const absent: Entry = { kind: 'forfeit', match: 'W1-2', player: 'both' };
  expect(lines(fold(build(4, SINGLE), [win('W1-1', 1), absent])).slice(0, 2)).toEqual(['1. #1 1-0 3', '2. #2 0-1 0']);
});

it('the leaderboard ranks the winner of third place third, even when a bye left them with fewer points', () => {
  const entries = ['W1-2', 'W1-4'].map((match) => win(match, 1));
  const more = [win('W2-1', 2), win('W2-2', 1), win('3P', 1), win('W3-1', 1)];
  expect(lines(fold(build(6, THIRD), [...entries, ...more]))).toEqual([
    '1. #4 3-0 9',
    '2. #2 1-1 3',
    '3. #1 1-1 3',
    '4. #3 1-2 3',
    '5. #5 0-1 0',
    '5. #6 0-1 0',
  ]);
});

it('the leaderboard ranks the winner of third place third, behind both finalists', () => {
  const semifinals = [win('W1-1', 1), win('W1-2', 1)];
  const early = fold(build(4, THIRD), [...semifinals, win('3P', 1)]);
  expect(lines(early)).toEqual(['1. #1 1-0 3', '1. #2 1-0 3', '3. #4 1-1 3', '4. #3 0-2 0']);
  const late = fold(build(4, THIRD), [...semifinals, win('W2-1', 1)]);
  expect(lines(late)).toEqual(['1. #1 2-0 6', '2. #2 1-1 3', '3. #3 0-1 0', '3. #4 0-1 0']);
});
