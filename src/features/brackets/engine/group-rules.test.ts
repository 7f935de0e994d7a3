import { describe, expect, it } from 'vitest';
import { circle, groupCut, groupName, groupStandings, groupsOf } from './group-rules.ts';
import type { Game, Standing } from './pairing-shapes.ts';

/** '1-2 3:1', '1-2 w' (the first wins without a score), '1-2 =' (a draw), '1-2 f' (2 forfeits), '1-2 x' (nobody). */
const game = (text: string): Game => {
  const [, one, other, result = ''] = /^(\d+)-(\d+) (.+)$/.exec(text) ?? [];
  const players = [Number(one), Number(other)] as const;
  const bare = { players, scores: null, isPlayed: true };
  if (result === 'w') return { ...bare, winner: 0 };
  if (result === '=') return { ...bare, winner: 'draw' };
  if (result === 'f') return { ...bare, winner: 0, isPlayed: false };
  if (result === 'x') return { ...bare, winner: 'nobody', isPlayed: false };
  const [first = 0, second = 0] = result.split(':').map(Number);
  return { ...bare, winner: first === second ? 'draw' : first > second ? 0 : 1, scores: [first, second] };
};

const lines = (standings: readonly Standing[]): string[] =>
  standings.map(
    ({ rank, seed, wins, draws, losses, points, tieBreaks }) =>
      `${rank}. #${seed} ${wins}-${draws}-${losses} ${points} (${tieBreaks.map(({ value }) => value).join(' ')})`,
  );

const standingsOf = (group: readonly number[], games: readonly string[], dropped: readonly number[] = []) =>
  lines(groupStandings(group, games.map(game), new Set(dropped)));

describe('groups', () => {
  it.each([
    [2, undefined, [2]],
    [8, undefined, [8]],
    [9, undefined, [5, 4]],
    [13, undefined, [5, 4, 4]],
    [16, undefined, [6, 5, 5]],
    [16, 8, [8, 8]],
    [17, 8, [6, 6, 5]],
    [4, 3, [4]],
    [5, 3, [5]],
    [5, 4, [5]],
    [7, 3, [4, 3]],
    [10, 3, [4, 3, 3]],
    [2, 3, [2]],
  ])('%i people with at most %s are in groups of %j', (entrants, groupSize, sizes) => {
    expect(groupsOf(entrants, groupSize).map((group) => group.length)).toEqual(sizes);
  });

  it('groups are filled in a snake by seed', () => {
    expect(groupsOf(9, 3)).toEqual([
      [1, 6, 7],
      [2, 5, 8],
      [3, 4, 9],
    ]);
    expect(groupsOf(10, 5)).toEqual([
      [1, 4, 5, 8, 9],
      [2, 3, 6, 7, 10],
    ]);
    expect(groupsOf(16, undefined)).toEqual([
      [1, 6, 7, 12, 13, 16],
      [2, 5, 8, 11, 14],
      [3, 4, 9, 10, 15],
    ]);
  });

  it.each([
    [0, 1, null],
    [0, 2, 'A'],
    [25, 30, 'Z'],
    [26, 30, 'AA'],
    [84, 85, 'CG'],
  ])('group %i of %i is named %s', (index, groups, name) => {
    expect(groupName(index, groups)).toBe(name);
  });
});

describe('the circle method', () => {
  it('4 people play 3 rounds, the two strongest in the last', () => {
    expect(circle([1, 2, 3, 4]).map(({ pairs, free }) => [pairs.join(' '), free])).toEqual([
      ['1,4 2,3', null],
      ['1,3 2,4', null],
      ['1,2 3,4', null],
    ]);
  });

  it('of 3 people one is free in each round', () => {
    expect(circle([2, 5, 7]).map(({ pairs, free }) => [pairs.join(' '), free])).toEqual([
      ['5,7', 2],
      ['2,7', 5],
      ['2,5', 7],
    ]);
  });
});

describe('standings of a group', () => {
  it('everybody shares rank 1 before the first result', () => {
    expect(standingsOf([3, 1], [])).toEqual(['1. #1 0-0-0 0 (0 0 0)', '1. #3 0-0-0 0 (0 0 0)']);
  });

  it.each<[string, string[], string[]]>([
    [
      'a win counts 3 points, a draw 1, a loss none, and nobody wins where both were absent',
      ['1-2 w', '3-4 =', '1-3 x'],
      ['1. #1 1-0-1 3 (0 0 0)', '2. #3 0-1-1 1 (1 0 0)', '2. #4 0-1-0 1 (1 0 0)', '4. #2 0-0-1 0 (0 0 0)'],
    ],
    [
      'a forfeit counts as a match without scores',
      ['1-2 f', '3-4 2:5'],
      ['1. #4 1-0-0 3 (0 3 5)', '2. #1 1-0-0 3 (0 0 0)', '3. #2 0-0-1 0 (0 0 0)', '4. #3 0-0-1 0 (0 -3 2)'],
    ],
    [
      'two with equal points are ranked by their match before the score difference',
      ['1-2 0:1', '1-3 9:0', '1-4 w', '2-3 w', '2-4 0:9', '3-4 w'],
      ['1. #2 2-0-1 6 (3 -8 1)', '2. #1 2-0-1 6 (0 8 9)', '3. #3 1-0-2 3 (3 -9 0)', '4. #4 1-0-2 3 (0 9 9)'],
    ],
    [
      'three who beat each other in a circle are ranked by score difference, then by scores for',
      ['1-2 3:0', '2-3 4:1', '3-1 3:1', '1-4 2:0', '2-4 2:0', '3-4 5:2'],
      ['1. #1 2-0-1 6 (3 3 6)', '2. #3 2-0-1 6 (3 2 9)', '3. #2 2-0-1 6 (3 2 6)', '4. #4 0-0-3 0 (0 -7 2)'],
    ],
  ])('%s', (_, games, expected) => {
    expect(standingsOf([1, 2, 3, 4], games)).toEqual(expected);
  });

  it('points among the tied are not counted again for those who stay tied', () => {
    // 1 to 4 have 5 points each, and 1 and 2 have 4 of them among the four. 2 beat 1, which is not looked at again.
    const among = ['2-1 1:0', '1-3 5:0', '1-4 =', '2-3 =', '4-2 w', '3-4 ='];
    expect(standingsOf([1, 2, 3, 4, 5], [...among, '1-5 =', '2-5 =', '3-5 w'])).toEqual([
      ...['1. #4 1-2-0 5 (5 0 0)', '2. #1 1-2-1 5 (4 4 5)', '3. #2 1-2-1 5 (4 1 1)', '4. #3 1-2-1 5 (2 -5 0)'],
      '5. #5 0-2-1 2 (0 0 0)',
    ]);
  });

  it('games of other groups do not count', () => {
    expect(standingsOf([1, 4], ['2-3 w', '4-2 w'])).toEqual(['1. #1 0-0-0 0 (0 0 0)', '1. #4 0-0-0 0 (0 0 0)']);
  });
});

describe('a drop-out of a group of 4, who has 3 matches', () => {
  it('results count and the open match is a forfeit when 2 of 3 matches are played', () => {
    expect(standingsOf([1, 2, 3, 4], ['1-2 w', '1-3 w'], [1])).toEqual([
      '1. #1 2-0-1 6 (0 0 0)',
      '2. #4 1-0-0 3 (0 0 0)',
      '3. #2 0-0-1 0 (0 0 0)',
      '3. #3 0-0-1 0 (0 0 0)',
    ]);
  });

  it('no match counts when 1 of 3 is played, forfeits and the wins of others included', () => {
    expect(standingsOf([1, 2, 3, 4], ['2-1 w', '3-1 f', '2-3 ='], [1])).toEqual([
      '1. #2 0-1-0 1 (1 0 0)',
      '1. #3 0-1-0 1 (1 0 0)',
      '3. #1 0-0-0 0 (0 0 0)',
      '3. #4 0-0-0 0 (0 0 0)',
    ]);
  });

  it('exactly half of the matches is enough: 1 of 2', () => {
    expect(standingsOf([1, 2, 3], ['1-2 w'], [1])[1]).toBe('2. #1 1-0-1 3 (0 0 0)');
  });

  it('nobody wins the open match of two drop-outs whose results count', () => {
    expect(standingsOf([1, 2, 3, 4], ['1-3 w', '1-4 w', '2-3 w', '2-4 w'], [1, 2])).toEqual([
      '1. #1 2-0-1 6 (0 0 0)',
      '1. #2 2-0-1 6 (0 0 0)',
      '3. #3 0-0-2 0 (0 0 0)',
      '3. #4 0-0-2 0 (0 0 0)',
    ]);
  });
});

describe('the cut', () => {
  /** Rows of one group, best first: [seed, points, matches]. */
  const group = (...rows: readonly [number, number?, number?][]): Standing[] =>
    rows.map(([seed, points = 0, played = 1], index) => ({
      ...{ seed, rank: index + 1, wins: 0, losses: 0, draws: 0, played, points, tieBreaks: [] },
    }));

  it('the 1st of A meets the 2nd of B, and the 1st of B the 2nd of A', () => {
    // Seeds 1 and 4 meet, 2 and 3 meet.
    expect(groupCut([group([1], [4], [5]), group([2], [3], [6])], 4)).toEqual([1, 2, 4, 3]);
  });

  it('of a rank that does not go on whole, the best by points per match go on', () => {
    // 4 points in 2 matches are better than 5 in 3.
    const groups = [group([1], [6, 5, 3]), group([2], [5, 4, 2]), group([3], [4, 1, 3])];
    expect(groupCut(groups, 4)).toHaveLength(4);
    expect(groupCut(groups, 4)).toContain(5);
  });

  it('equal points per match go on in the order of the groups', () => {
    expect(groupCut([group([1, 3]), group([2, 3]), group([3, 3])], 2)).toEqual([1, 2]);
  });

  it('the only one of a group with two in a cut of 4 meets the other in the final alone', () => {
    const [first, second, , fourth] = groupCut([group([1], [6, 3]), group([2], [5]), group([3], [4])], 4);
    expect(fourth).toBe(6);
    expect([first, second]).toEqual([2, 1]);
  });

  it('a single group goes on in the order of its ranks', () => {
    expect(groupCut([group([3], [1], [2], [4], [5])], 4)).toEqual([3, 1, 2, 4]);
  });

  it('everybody goes on when there are fewer people than the cut', () => {
    expect(groupCut([group([3], [1], [2])], 8)).toEqual([3, 1, 2]);
    expect(groupCut([group([3])], 2)).toEqual([3]);
    expect(groupCut([], 2)).toEqual([]);
  });
});
