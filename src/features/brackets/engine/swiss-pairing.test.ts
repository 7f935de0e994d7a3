import { describe, expect, it } from 'vitest';
import type { Game } from './pairing-shapes.ts';
import { defaultRounds, firstSwissRound, nextSwissRound, swissStandings } from './swiss-pairing.ts';

/** '1-2': 1 wins. '1=2': a draw. '1-2 f': 2 forfeits. */
const game = (text: string): Game => {
  const [, one, sign, other, forfeit] = /^(\d+)([-=])(\d+)( f)?$/.exec(text) ?? [];
  return {
    players: [Number(one), Number(other)],
    winner: sign === '=' ? 'draw' : 0,
    scores: null,
    isPlayed: forfeit === undefined,
  };
};

/** '1:6 2:3* 3:3': seed 1 has 6 points, seed 2 has 3 and had a bye. In rank order. */
const round = (players: string, met: readonly string[]): string => {
  const { pairs, bye } = nextSwissRound(
    players.split(' ').map((text) => ({
      seed: Number.parseInt(text, 10),
      points: Number.parseInt(text.split(':')[1] ?? '', 10),
      byes: text.split('*').length - 1,
    })),
    (one, other) => met.filter((pair) => pair === `${one}-${other}` || pair === `${other}-${one}`).length,
  );
  return [...pairs.map((pair) => pair.join('-')), ...(bye === null ? [] : [`bye ${bye}`])].join(' ');
};

it.each([
  [2, 1],
  [3, 2],
  [8, 3],
  [9, 4],
  [256, 8],
])('%i players play %i rounds by default', (entrants, rounds) => {
  expect(defaultRounds(entrants)).toBe(rounds);
});

it('the first round pairs the top half with the bottom half, and the last of an odd number has the bye', () => {
  expect(firstSwissRound([1, 2, 3, 4, 5, 6])).toEqual({
    pairs: [
      [1, 4],
      [2, 5],
      [3, 6],
    ],
    bye: null,
  });
  expect(firstSwissRound([5, 3, 1, 2, 4])).toEqual({
    pairs: [
      [5, 1],
      [3, 2],
    ],
    bye: 4,
  });
  expect(firstSwissRound([])).toEqual({ pairs: [], bye: null });
});

describe('a later round', () => {
  it.each<[string, string, string[], string]>([
    ['pairs neighbours of equal points', '1:3 2:3 3:0 4:0', [], '1-2 3-4'],
    ['avoids a rematch though points differ', '1:3 2:3 3:0 4:0', ['1-2'], '1-3 2-4'],
    ['avoids every rematch, also far down', '1:6 2:3 3:3 4:0', ['1-2', '1-3'], '1-4 2-3'],
    ['repeats the pair that met least when it must', '1:3 2:3', ['1-2'], '1-2'],
    [
      'counts a pair that met twice as two rematches',
      '1:6 2:6 3:0 4:0',
      ['1-2', '1-2', '3-4', '1-3', '2-4', '1-4', '2-3'],
      '1-3 2-4',
    ],
    ['gives the bye to the lowest', '1:3 2:3 3:0', [], '1-2 bye 3'],
    ['gives the bye to the lowest who had none', '1:6 2:3 3:3*', [], '1-3 bye 2'],
    ['gives nobody a second bye before all had one', '1:9 2:3* 3:3*', [], '2-3 bye 1'],
    ['gives the second bye to the lowest when all had one', '1:6* 2:6* 3:3*', [], '1-2 bye 3'],
    ['gives the bye to the lowest in rank among equals', '1:3 2:3 3:3', [], '1-2 bye 3'],
    [
      'gives the bye to the lowest in points though the others then differ more',
      '1:9 2:3 3:3 4:3 5:0',
      [],
      '1-2 3-4 bye 5',
    ],
    ['chooses the bye so that nobody meets again', '1:6 2:3 3:0', ['1-2'], '1-3 bye 2'],
    [
      'prefers a second bye to a rematch',
      '1:9* 2:6* 3:6* 4:3 5:0',
      ['1-4', '1-5', '2-4', '2-5', '3-4', '3-5'],
      '1-2 4-5 bye 3',
    ],
    ['prefers one float of 3 points to two', '1:6 2:3 3:3 4:0', [], '1-2 3-4'],
    ['prefers two differences of 1 to one of 2', '1:4 2:3 3:3 4:2', ['2-3'], '1-2 3-4'],
    ['pairs the nearest ranks among equal points', '1:3 2:3 3:3 4:3', ['1-2'], '1-3 2-4'],
    ['leaves a single player with the bye', '7:3*', [], 'bye 7'],
  ])('%s', (_, players, met, pairs) => {
    expect(round(players, met)).toBe(pairs);
  });

  it('nobody is left: no pairs and no bye', () => {
    expect(nextSwissRound([], () => 0)).toEqual({ pairs: [], bye: null });
  });

  it('refuses costs that could not be exact', () => {
    const players = [1, 2, 3, 4].map((seed) => ({ seed, points: seed * 1e7, byes: 0 }));
    expect(() => nextSwissRound(players, () => 1)).toThrow(RangeError);
  });
});

const lines = (seeds: readonly number[], games: readonly string[], byes: readonly number[] = []): string[] =>
  swissStandings(
    seeds,
    games.map(game),
    byes.map((seed) => ({ seed })),
  ).map(
    ({ rank, seed, wins, draws, losses, played, points, tieBreaks }) =>
      `${rank}. #${seed} ${wins}-${draws}-${losses} of ${played} ${points} (${tieBreaks.map(({ value }) => Math.round(value * 1000) / 1000).join(' ')})`,
  );

describe('standings', () => {
  it.each<[string, number[], string[], number[], string[]]>([
    [
      'share rank 1 before the first result',
      [1, 2],
      [],
      [],
      ['1. #1 0-0-0 of 0 0 (0 0 0)', '1. #2 0-0-0 of 0 0 (0 0 0)'],
    ],
    [
      'count 3 points for a bye, which is neither a win nor played',
      [1, 2, 3],
      ['1-2'],
      [3],
      ['1. #1 1-0-0 of 1 3 (0 3 0)', '2. #3 0-0-0 of 0 3 (0 0 0)', '3. #2 0-0-1 of 1 0 (3 0 0)'],
    ],
    [
      'leave the byes of opponents out of the strength of schedule',
      [1, 2, 3, 4],
      // 3 has 3 points by the bye and lost to 1, so meeting 3 is worth nothing; 4 drew.
      ['1-3', '2-4', '1=4'],
      [3, 3],
      [
        '1. #3 0-0-1 of 1 6 (2 0.25 0)',
        '2. #1 1-1-0 of 2 4 (0.25 2.25 0)',
        '3. #2 1-0-0 of 1 3 (0.5 2.5 0)',
        '4. #4 0-1-1 of 2 1 (2.5 0.375 0)',
      ],
    ],
    [
      'leave the opponent of a forfeit out of the strength of schedule',
      [1, 2, 3, 4],
      ['1-2 f', '3-4', '4-2'],
      [],
      [
        '1. #3 1-0-0 of 1 3 (1.5 1.5 3)',
        '2. #4 1-0-1 of 2 3 (1.5 1.5 0)',
        '3. #1 1-0-0 of 1 3 (0 0 0)',
        '4. #2 0-0-2 of 2 0 (1.5 1.5 0)',
      ],
    ],
    [
      'rank exactly two who are still tied by their match',
      [1, 2, 3, 4],
      ['2-1', '1-3', '4-2', '4=3', '1=4', '2=3'],
      [],
      [
        '1. #4 1-2-0 of 3 5 (1.111 1.296 0)',
        '2. #2 1-1-1 of 3 4 (1.222 1.259 3)',
        '3. #1 1-1-1 of 3 4 (1.222 1.259 0)',
        '4. #3 0-2-1 of 3 2 (1.444 1.185 0)',
      ],
    ],
    [
      'do not look at the matches of three who are tied',
      [1, 2, 3],
      ['2-1', '1-3', '3-2'],
      [],
      ['1. #1 1-0-1 of 2 3 (1.5 1.5 0)', '1. #2 1-0-1 of 2 3 (1.5 1.5 0)', '1. #3 1-0-1 of 2 3 (1.5 1.5 0)'],
    ],
  ])('%s', (_, seeds, games, byes, expected) => {
    expect(lines(seeds, games, byes)).toEqual(expected);
  });
});
