import type { Seed } from './graph.ts';
import type { Game, Standing } from './pairing-shapes.ts';

/** docs/behaviour.md "Tournaments"; a bye counts as a win's points. */
export const POINTS = { win: 3, draw: 1, bye: 3 } as const;

type Tally = { wins: number; losses: number; draws: number; played: number; points: number };

const emptyTally = (): Tally => ({ wins: 0, losses: 0, draws: 0, played: 0, points: 0 });

const addGame = (tally: Tally, { winner }: Game, side: 0 | 1): void => {
  tally.played += 1;
  if (winner === 'draw') {
    tally.draws += 1;
    tally.points += POINTS.draw;
  } else if (winner === side) {
    tally.wins += 1;
    tally.points += POINTS.win;
  } else {
    tally.losses += 1;
  }
};

/** Counts the games for each of `seeds`; a game with somebody else counts for its other player only. */
export const tallyGames = (seeds: readonly Seed[], games: readonly Game[]): Map<Seed, Tally> => {
  const tallies = new Map(seeds.map((seed) => [seed, emptyTally()]));
  for (const game of games) {
    for (const side of [0, 1] as const) {
      const tally = tallies.get(game.players[side]);
      if (tally !== undefined) addGame(tally, game, side);
    }
  }
  return tallies;
};

type Unranked = Omit<Standing, 'rank'>;

/** Negative when `one` is better: more points, then the tie-breaks in their order; 0 for equals, who share a rank. */
const compareRows = (one: Unranked, other: Unranked): number => {
  if (one.points !== other.points) return other.points - one.points;
  for (const [index, { value }] of one.tieBreaks.entries()) {
    const difference = (other.tieBreaks[index]?.value ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return 0;
};

/**
 * Sorts the rows and gives ranks: 1, 2, 2, 4. Equals stand in the order of their seeds. `compare` decides instead of
 * points and tie-breaks.
 */
export const rankRows = (rows: readonly Unranked[], compare = compareRows): Standing[] => {
  const sorted = rows.toSorted((one, other) => compare(one, other) || one.seed - other.seed);
  let rank = 1;
  return sorted.map((row, index) => {
    const above = sorted[index - 1];
    if (above !== undefined && compare(above, row) !== 0) rank = index + 1;
    return { ...row, rank };
  });
};

/** The values by key, in the order of their first appearance. (`Map.groupBy` is too new for the oldest browsers.) */
export const groupBy = <T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
};

/**
 * Distributes `seeds` over groups of these sizes in a snake. Full groups are skipped, so that the first groups are the
 * larger ones: sizes 3, 2 → 1 4 5 and 2 3.
 */
export const snake = (seeds: readonly Seed[], sizes: readonly number[]): Seed[][] => {
  const groups = sizes.map((): Seed[] => []);
  const there = groups.map((_, index) => index);
  const back = there.toReversed();
  let next = 0;
  for (let row = 0; next < seeds.length && row < seeds.length; row += 1) {
    for (const index of row % 2 === 0 ? there : back) {
      const seed = seeds[next];
      const group = groups[index];
      if (seed === undefined || group === undefined || group.length >= (sizes[index] ?? 0)) continue;
      group.push(seed);
      next += 1;
    }
  }
  return groups;
};

/** `people` in `parts` parts, which differ by one at most, the larger first: 16 in 3 → 6, 5, 5. */
export const evenSizes = (people: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, index) => Math.floor(people / parts) + (index < people % parts ? 1 : 0));
