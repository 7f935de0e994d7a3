import { describe, expect, it } from 'vitest';
import { dice, pick, playOut, roughly, win } from '#testing/bracket.ts';
import { drawnOf, everySize } from '#testing/bracket-sizes.ts';
import { build } from './build.ts';
import type { Entry } from './entries.ts';
import { fold } from './fold.ts';
import { standings } from './standings.ts';
import type { State } from './state.ts';

const DOUBLE = { tournamentType: 'double-elimination' } as const;
const SINGLE = { tournamentType: 'single-elimination' } as const;
const THIRD = { ...SINGLE, thirdPlace: true } as const;

const lines = (state: State) =>
  standings(state).map(({ seed, rank, wins, losses, points }) => `${rank}. #${seed} ${wins}-${losses} ${points}`);

/** The better seed wins every match. */
const asSeeded = (state: State) =>
  playOut(state, {
    random: dice(1),
    choose: ({ match, players: [one, two] }) => win(match.id, Number(one) < Number(two) ? 1 : 2),
  });

describe('the leaderboard', () => {
  it('is empty until the first result, and after it is undone', () => {
    const graph = build(5, DOUBLE);
    expect(standings(fold(graph, []))).toEqual([]);
    expect(standings(fold(graph, [win('W1-2', 1), { kind: 'undo' }]))).toEqual([]);
    expect(standings(fold(graph, [win('W1-2', 1), { kind: 'clear', match: 'W1-2' }]))).toEqual([]);
  });

  it('counts 3 points in the winners bracket and the finals, 1 in the losers bracket, none for byes', () => {
    const entries = [win('W1-2', 1), win('W2-1', 1), win('L1-1', 2), win('L2-1', 1), win('GF', 2), win('GR', 1)];
    expect(
      lines(
        fold(
          build(3, DOUBLE),
          entries.filter(({ match }) => match !== 'L1-1'),
        ),
      ),
    ).toEqual(['1. #1 2-1 6', '2. #2 3-2 7', '3. #3 0-2 0']);
  });

  it('shares ranks and skips the next: 1, 2, 3, 4, 5, 5, 7, 7 when the better seed always wins', () => {
    expect(lines(asSeeded(fold(build(8, DOUBLE), [])))).toEqual([
      '1. #1 4-0 12',
      '2. #2 3-2 7',
      '3. #3 3-2 5',
      '4. #4 2-2 4',
      '5. #5 1-2 1',
      '5. #6 1-2 1',
      '7. #7 0-2 0',
      '7. #8 0-2 0',
    ]);
  });

  it('ranks players still in before those who are out, and more points before fewer', () => {
    const state = fold(build(4, DOUBLE), [win('W1-1', 1), win('W1-2', 1), win('L1-1', 2)]);
    expect(lines(state)).toEqual(['1. #1 1-0 3', '1. #2 1-0 3', '3. #3 1-1 1', '4. #4 0-2 0']);
  });

  it('ranks a disqualified player as out at once, and everybody still in before', () => {
    const thrownOut: Entry = { kind: 'disqualification', match: 'W1-1', player: 1 };
    expect(lines(fold(build(4, DOUBLE), [thrownOut]))).toEqual([
      '1. #4 1-0 3',
      '2. #2 0-0 0',
      '2. #3 0-0 0',
      '4. #1 0-1 0',
    ]);
  });

  it('gives two players who were both absent the same rank, and nobody the win', () => {
    const absent: Entry = { kind: 'forfeit', match: 'W2-1', player: 'both' };
    expect(lines(fold(build(4, SINGLE), [win('W1-1', 1), win('W1-2', 1), absent]))).toEqual([
      '1. #1 1-1 3',
      '1. #2 1-1 3',
      '3. #3 0-1 0',
      '3. #4 0-1 0',
    ]);
  });

  it('ranks the winner of third place third, even when a bye left them with fewer points', () => {
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

  it('ranks the winner of third place third, behind both finalists', () => {
    const semifinals = [win('W1-1', 1), win('W1-2', 1)];
    const early = fold(build(4, THIRD), [...semifinals, win('3P', 1)]);
    expect(lines(early)).toEqual(['1. #1 1-0 3', '1. #2 1-0 3', '3. #4 1-1 3', '4. #3 0-2 0']);
    const late = fold(build(4, THIRD), [...semifinals, win('W2-1', 1)]);
    expect(lines(late)).toEqual(['1. #1 2-0 6', '2. #2 1-1 3', '3. #3 0-1 0', '3. #4 0-1 0']);
  });
});

it('is always a ranking with skips whose groups sum to n, with each match counted once', {
  timeout: 60_000,
}, () => {
  const wrongIn = (state: State): string[] => {
    const rows = standings(state);
    const size = state.graph.entrants;
    if (state.matches.every(({ decidedBy }) => decidedBy === null)) return rows.length === 0 ? [] : ['not empty'];
    const groups = Map.groupBy(rows, ({ rank }) => rank);
    let next = 1;
    const wrong: string[] = [];
    for (const [rank, group] of groups) {
      if (rank !== next) wrong.push(`rank ${rank} where ${next} is next`);
      next += group.length;
    }
    if (next !== size + 1) wrong.push(`${next - 1} of ${size} ranked`);
    const done = state.matches.filter(({ status }) => status === 'done');
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
    const won = done.filter(({ winner }) => winner !== null);
    if (sum(({ wins }) => wins) !== won.length) wrong.push('wins');
    if (sum(({ losses }) => losses) !== 2 * done.length - won.length) wrong.push('losses');
    const points = won.reduce((total, { match }) => total + (match.bracket === 'losers' ? 1 : 3), 0);
    if (sum((row) => row.points) !== points) wrong.push('points');
    if (state.over && state.champion !== null && rows[0]?.seed !== state.champion) wrong.push('champion');
    return wrong;
  };
  everySize((size, seed) => {
    const random = dice(seed);
    const wrong: string[] = [];
    const drawn = drawnOf(size, pick([DOUBLE, SINGLE, THIRD], random));
    const end = playOut(drawn, {
      random,
      ...(random() < 0.5 ? { choose: roughly } : {}),
      look: (state) => wrong.push(...wrongIn(state)),
    });
    expect(wrong).toEqual([]);
    if (end.champion !== null) expect(standings(end).filter(({ rank }) => rank === 1)).toHaveLength(1);
  });
});
