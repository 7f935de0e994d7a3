/** docs/behaviour.md "Tournaments": heats, at tables of 3 to 6 people who are given places. */
import type { Seed } from './graph.ts';
import type { Standing } from './pairing-shapes.ts';
import { evenSizes, rankRows, snake } from './ranking.ts';

const SMALLEST_TABLE = 3;

/** Points of the places from the first; a place without one gives none. */
export const DEFAULT_TABLE_POINTS: readonly number[] = [4, 2, 1, 0, 0, 0];

/**
 * How many people sit at each table, the larger tables first: as few tables as possible of 3 to `tableSize` people, which
 * differ by one at most. Where that is impossible, with the smallest larger size: 5 people at size 4 → 5; 7 at size 3 →
 * 4, 3. One or two people sit at one table.
 */
export const tableSizes = (people: number, tableSize: number): number[] => {
  if (people === 0) return [];
  const tables = Math.ceil(people / tableSize);
  const isTooSmall = tables > 1 && Math.floor(people / tables) < SMALLEST_TABLE;
  return isTooSmall ? tableSizes(people, tableSize + 1) : evenSizes(people, tables);
};

/** Tables of the first round, in a snake: 1 4 5, 2 3 6. The caller passes the seeds in order or shuffled. */
export const firstTables = (seeds: readonly Seed[], tableSize: number): Seed[][] =>
  snake(seeds, tableSizes(seeds.length, tableSize));

type Player = { readonly seed: Seed; readonly points: number };

/** Rows and columns are places in the standings. */
type Costs = readonly (readonly number[])[];

/** Of a pair at one table: a meeting costs more than all differences of points together. */
const pairCosts = (players: readonly Player[], met: (one: Seed, other: Seed) => number, largest: number): Costs => {
  const points = players.map((player) => player.points);
  const widest = players.length === 0 ? 0 : Math.max(...points) - Math.min(...points);
  const perMeeting = 1 + players.length * largest * widest ** 2;
  return players.map((one) =>
    players.map((other) => met(one.seed, other.seed) * perMeeting + (one.points - other.points) ** 2),
  );
};

const costAt = (costs: Costs, table: readonly number[], who: number, without = who): number => {
  const row = costs[who] ?? [];
  let cost = 0;
  for (const other of table) if (other !== who && other !== without) cost += row[other] ?? 0;
  return cost;
};

const totalCost = (costs: Costs, tables: readonly (readonly number[])[]): number =>
  tables.reduce((sum, table) => sum + table.reduce((cost, who) => cost + costAt(costs, table, who), 0), 0);

/** Smaller gains may be rounding errors, and exchanges would never end. */
const SMALLEST_GAIN = 1e-6;

/** Exchanges `place` of one table with the person of another table who makes both cheapest. Returns whether it did. */
const exchangeBest = (costs: Costs, tables: number[][], from: number, place: number): boolean => {
  const table = tables[from] ?? [];
  const one = table[place] ?? 0;
  const here = costAt(costs, table, one);
  let best = { gain: SMALLEST_GAIN, to: -1, at: -1 };
  for (const [to, target] of tables.entries()) {
    if (to === from) continue;
    for (const [at, other] of target.entries()) {
      const before = here + costAt(costs, target, other);
      const after = costAt(costs, target, one, other) + costAt(costs, table, other, one);
      if (before - after > best.gain) best = { gain: before - after, to, at };
    }
  }
  const target = tables[best.to];
  if (target === undefined) return false;
  table[place] = target[best.at] ?? 0;
  target[best.at] = one;
  return true;
};

/** Bounds the time where each exchange gains only a little; tournaments need fewer than ten. */
const MOST_PASSES = 40;

const improve = (costs: Costs, start: readonly (readonly number[])[]): number[][] => {
  const tables = start.map((table) => [...table]);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    let isChanged = false;
    for (const [from, table] of tables.entries()) {
      for (let place = 0; place < table.length; place += 1) {
        if (exchangeBest(costs, tables, from, place)) isChanged = true;
      }
    }
    if (!isChanged) break;
  }
  return tables;
};

/** Each table takes the best placed person who is left, then those who fit best to the people already there. */
const greedy = (costs: Costs, sizes: readonly number[]): number[][] => {
  const left = costs.map((_, index) => index);
  return sizes.map((size) => {
    const table = left.splice(0, 1);
    while (table.length < size) {
      const fits = left.map((who) => costAt(costs, table, who));
      table.push(...left.splice(fits.indexOf(Math.min(...fits)), 1));
    }
    return table;
  });
};

/** Neighbours in the standings at one table. */
const blocks = (people: readonly number[], sizes: readonly number[]): number[][] => {
  let next = 0;
  return sizes.map((size) => {
    const table = people.slice(next, next + size);
    next += size;
    return table;
  });
};

/** Another start for each `number` from 0: the order itself, then every 2nd, 3rd … person in turn, turned round. */
const reordered = (people: readonly number[], number: number): number[] => {
  const step = 1 + (number % Math.max(1, people.length - 1));
  const turned = [...people.slice(number), ...people.slice(0, number)];
  return Array.from({ length: step }, (_, first) => turned.filter((_who, index) => index % step === first)).flat();
};

const MOST_STARTS = 64;
const PEOPLE_TO_START_WITH = 256;

/**
 * Tables of a round after the first. `players` are those who play on, in the order of the standings. The aims: the fewest
 * people who meet again (who met twice count as two), then similar points: the smallest sum of the squared differences at
 * a table. It is the best of several starts that exchanges of two people cannot improve, not always the best there is;
 * the same players give the same tables. Tables come from the top of the standings down.
 */
export const nextTables = (
  players: readonly Player[],
  met: (one: Seed, other: Seed) => number,
  tableSize: number,
): Seed[][] => {
  const sizes = tableSizes(players.length, tableSize);
  const costs = pairCosts(players, met, sizes[0] ?? 0);
  const people = players.map((_, index) => index);
  // The time grows with the square of the people: small rounds, where the choice is narrow, get more starts.
  const wanted = Math.ceil((PEOPLE_TO_START_WITH / Math.max(1, people.length)) ** 2);
  const starts = Array.from({ length: Math.min(MOST_STARTS, wanted) }, (_, number) => reordered(people, number));
  const candidates = [greedy(costs, sizes), ...starts.map((start) => blocks(start, sizes))];
  let best = { tables: [] as number[][], cost: Number.POSITIVE_INFINITY };
  for (const candidate of candidates) {
    const tables = improve(costs, candidate);
    const cost = totalCost(costs, tables);
    if (cost < best.cost - SMALLEST_GAIN) best = { tables, cost };
  }
  return best.tables
    .map((table) => table.toSorted((one, other) => one - other))
    .toSorted(([one = 0], [other = 0]) => one - other)
    .map((table) => table.flatMap((who) => players[who]?.seed ?? []));
};

/** Places from 1 with ties, as they are counted: 1, 1, 2 → 1, 1, 3. */
export const readPlaces = (places: readonly number[]): number[] =>
  places.map((place) => 1 + places.filter((other) => other < place).length);

/** The highest score is first; equal scores share a place: 7, 9, 7 → 2, 1, 2. */
export const placesOfScores = (scores: readonly number[]): number[] => readPlaces(scores.map((score) => -score));

/** Divisible by the 1 to 6 people who may share a place, so that sums of shares are exact. */
const WHOLE = 60;

const wholeShares = (places: readonly number[], tablePoints: readonly number[]): number[] => {
  const counted = readPlaces(places);
  return counted.map((place) => {
    const sharing = counted.filter((other) => other === place).length;
    const sum = tablePoints.slice(place - 1, place - 1 + sharing).reduce((total, points) => total + points, 0);
    return (sum * WHOLE) / sharing;
  });
};

/** Table points of each, in the order of `places`; who shares a place gets the mean: 1, 1, 3 at 4, 2, 1 → 3, 3, 1. */
export const shareOf = (places: readonly number[], tablePoints: readonly number[]): number[] =>
  wholeShares(places, tablePoints).map((points) => points / WHOLE);

/** A decided table. All lists are in the order of `players`. */
type Heat = {
  readonly players: readonly Seed[];
  readonly places: readonly number[];
  /** Whole numbers; null where none was entered. */
  readonly scores: readonly (number | null)[] | null;
  /** False for who was absent or disqualified: no points, and no heat played. */
  readonly isPlayed: readonly boolean[];
};

type Tally = { points: number; wins: number; played: number; scored: number; atTables: number };

const addHeat = (tallies: ReadonlyMap<Seed, Tally>, heat: Heat, tablePoints: readonly number[]): void => {
  const present = heat.players.flatMap((seed, index) => (heat.isPlayed[index] === true ? [{ seed, index }] : []));
  // People who were absent leave no gap: the next one moves up.
  const places = readPlaces(present.map(({ index }) => heat.places[index] ?? heat.players.length));
  const shares = wholeShares(places, tablePoints);
  const total = heat.scores?.reduce<number>((sum, score) => sum + (score ?? 0), 0) ?? 0;
  for (const [at, { seed, index }] of present.entries()) {
    const tally = tallies.get(seed);
    if (tally === undefined) continue;
    tally.points += shares[at] ?? 0;
    tally.wins += places[at] === 1 ? 1 : 0;
    tally.played += 1;
    const score = heat.scores?.[index] ?? null;
    if (score === null) continue;
    tally.scored += score;
    tally.atTables += total;
  }
};

/**
 * Standings, best first, from the heats decided so far. `points` are table points, with fractions of up to 1/60; `wins`
 * are first places, a shared one for each; `losses` the other heats played. Ties: first places, then the own scores over
 * all scores of the own tables (0 to 1; heats where the person has no score are left out); otherwise they share the rank.
 */
export const heatStandings = (
  seeds: readonly Seed[],
  heats: readonly Heat[],
  tablePoints: readonly number[],
): Standing[] => {
  const tallies = new Map(
    seeds.map((seed): [Seed, Tally] => [seed, { points: 0, wins: 0, played: 0, scored: 0, atTables: 0 }]),
  );
  for (const heat of heats) addHeat(tallies, heat, tablePoints);
  const rows = [...tallies].map(([seed, { points, wins, played, scored, atTables }]) => ({
    ...{ seed, wins, losses: played - wins, draws: 0, played, points: points / WHOLE },
    tieBreaks: [
      { label: 'First places', value: wins },
      { label: 'Share of the scores', value: atTables > 0 ? scored / atTables : 0 },
    ],
  }));
  return rankRows(rows);
};
