import { describe, expect, it } from 'vitest';
import {
  DEFAULT_TABLE_POINTS,
  firstTables,
  heatStandings,
  nextTables,
  placesOfScores,
  readPlaces,
  shareOf,
  tableSizes,
} from './heat-tables.ts';

it.each([
  [0, 4, []],
  [1, 4, [1]],
  [2, 4, [2]],
  [3, 4, [3]],
  [4, 3, [4]],
  [5, 3, [5]],
  [5, 4, [5]],
  [6, 4, [3, 3]],
  [7, 3, [4, 3]],
  [7, 4, [4, 3]],
  [7, 6, [4, 3]],
  [8, 3, [4, 4]],
  [9, 4, [3, 3, 3]],
  [10, 3, [4, 3, 3]],
  [11, 5, [4, 4, 3]],
  [13, 6, [5, 4, 4]],
  [17, 4, [4, 4, 3, 3, 3]],
])('%i people at tables of at most %i sit at tables of %j', (people, tableSize, sizes) => {
  expect(tableSizes(people, tableSize)).toEqual(sizes);
});

it('the first tables are filled in a snake, the larger ones to the end', () => {
  expect(firstTables([1, 2, 3, 4, 5, 6, 7], 4)).toEqual([
    [1, 4, 5, 7],
    [2, 3, 6],
  ]);
});

describe('later tables', () => {
  const tables = (players: readonly (readonly [number, number])[], met: readonly string[], tableSize: number) =>
    nextTables(
      players.map(([seed, points]) => ({ seed, points })),
      (one, other) => met.filter((pair) => pair === `${one}-${other}` || pair === `${other}-${one}`).length,
      tableSize,
    ).map((table) => table.join(' '));

  it.each<[string, [number, number][], string[], string[]]>([
    [
      'people with similar points sit together',
      [
        [4, 8],
        [2, 8],
        [6, 8],
        [1, 2],
        [5, 1],
        [3, 0],
      ],
      [],
      ['4 2 6', '1 5 3'],
    ],
    [
      'people who met sit apart though their points differ',
      [
        [1, 4],
        [2, 4],
        [3, 4],
        [4, 0],
        [5, 0],
        [6, 0],
      ],
      ['1-2', '2-3', '4-5', '1-4'],
      ['1 3 5', '2 4 6'],
    ],
  ])('%s', (_, players, met, expected) => {
    const seated = tables(players, met, 3);
    expect(seated.toSorted()).toEqual(expected.toSorted());
  });

  it('nobody is left: no tables', () => {
    expect(tables([], [], 4)).toEqual([]);
  });
});

it.each([
  [
    [1, 1, 2],
    [1, 1, 3],
  ],
  [
    [1, 1, 3],
    [1, 1, 3],
  ],
  [
    [2, 1, 2, 3],
    [2, 1, 2, 4],
  ],
  [
    [1, 2, 2, 2],
    [1, 2, 2, 2],
  ],
  [
    [2, 3, 4],
    [1, 2, 3],
  ],
])('places %j are read as %j', (places, expected) => {
  expect(readPlaces(places)).toEqual(expected);
});

it.each([
  [
    [7, 9, 7],
    [2, 1, 2],
  ],
  [
    [-1, 0],
    [2, 1],
  ],
  [
    [5, 5, 5],
    [1, 1, 1],
  ],
])('scores %j give places %j', (scores, places) => {
  expect(placesOfScores(scores)).toEqual(places);
});

it.each([
  [
    [1, 2, 3, 4],
    [4, 2, 1, 0],
  ],
  [
    [1, 1, 3],
    [3, 3, 1],
  ],
  [
    [1, 1, 2],
    [3, 3, 1],
  ],
  [
    [1, 2, 2, 2],
    [4, 1, 1, 1],
  ],
  [
    [1, 1, 1],
    [7 / 3, 7 / 3, 7 / 3],
  ],
  [
    [1, 2, 3, 4, 5, 6, 7],
    [4, 2, 1, 0, 0, 0, 0],
  ],
])('places %j share table points %j', (places, points) => {
  expect(shareOf(places, DEFAULT_TABLE_POINTS)).toEqual(points);
});

describe('standings', () => {
  const heat = (
    players: readonly number[],
    places: readonly number[],
    scores: readonly (number | null)[] | null = null,
  ) => ({
    ...{ players, places, scores },
    isPlayed: players.map(() => true),
  });
  const lines = (...[seeds, heats, points]: Parameters<typeof heatStandings>): string[] =>
    heatStandings(seeds, heats, points).map(
      ({ rank, seed, wins, draws, losses, played, points: all, tieBreaks }) =>
        `${rank}. #${seed} ${wins}-${draws}-${losses} of ${played} ${all} (${tieBreaks.map(({ value }) => value).join(' ')})`,
    );

  it('everybody shares rank 1 before the first heat', () => {
    expect(lines([1, 2], [], DEFAULT_TABLE_POINTS)).toEqual(['1. #1 0-0-0 of 0 0 (0 0)', '1. #2 0-0-0 of 0 0 (0 0)']);
  });

  it('a shared first place is one for each, and a place below is a loss', () => {
    expect(lines([1, 2, 3], [heat([3, 1, 2], [1, 1, 3])], DEFAULT_TABLE_POINTS)).toEqual([
      '1. #1 1-0-0 of 1 3 (1 0)',
      '1. #3 1-0-0 of 1 3 (1 0)',
      '3. #2 0-0-1 of 1 1 (0 0)',
    ]);
  });

  it('equal points are ranked by first places, then by the share of the scores', () => {
    const heats = [heat([1, 2, 3], [1, 2, 3], [6, 4, 2]), heat([1, 2, 3], [3, 2, 1], [1, 3, 8])];
    expect(lines([1, 2, 3], heats, [2, 1, 0])).toEqual([
      `1. #3 1-0-1 of 2 2 (1 ${10 / 24})`,
      `2. #1 1-0-1 of 2 2 (1 ${7 / 24})`,
      `3. #2 0-0-2 of 2 2 (0 ${7 / 24})`,
    ]);
  });

  it('a heat without a score of one’s own is left out of the share', () => {
    const heats = [heat([1, 2, 3], [1, 2, 3], [6, 4, 2]), heat([1, 2, 3], [1, 2, 3], [null, 3, 1])];
    expect(heatStandings([1, 2, 3], heats, [1]).map(({ tieBreaks }) => tieBreaks[1]?.value)).toEqual([
      6 / 12,
      7 / 16,
      3 / 16,
    ]);
  });

  it('who was absent has no points and no heat played, and the others move up', () => {
    const absent = { players: [1, 2, 3], places: [1, 2, 3], scores: null, isPlayed: [false, true, true] };
    expect(lines([1, 2, 3], [absent], DEFAULT_TABLE_POINTS)).toEqual([
      '1. #2 1-0-0 of 1 4 (1 0)',
      '2. #3 0-0-1 of 1 2 (0 0)',
      '3. #1 0-0-0 of 0 0 (0 0)',
    ]);
  });

  it('thirds add up: three shared heats are as much as the same points from whole places', () => {
    const shared = heat([1, 2, 3], [1, 1, 1]);
    const rows = heatStandings([1, 2, 3], [shared, shared, shared], DEFAULT_TABLE_POINTS);
    expect(rows.map(({ points }) => points)).toEqual([7, 7, 7]);
  });
});
