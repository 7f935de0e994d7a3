/** docs/behaviour.md "Tournaments": Swiss, who meets whom and standings. */
import blossom from 'edmonds-blossom-fixed';
import type { Seed } from './graph.ts';
import type { Game, Standing } from './pairing-shapes.ts';
import { groupBy, POINTS, rankRows, tallyGames } from './ranking.ts';

/** ⌈log2 n⌉: so many rounds leave at most one player without a loss. At least 1. */
export const defaultRounds = (entrants: number): number => Math.max(1, Math.ceil(Math.log2(entrants)));

/** Pairs from the top of the standings down, the better placed first. `bye` is null for an even number of players. */
type SwissRound = { readonly pairs: [Seed, Seed][]; readonly bye: Seed | null };

/**
 * The top half against the bottom half, in this order: 1–4, 2–5, 3–6; of an odd number the last has the bye. The caller
 * passes the seeds in order or shuffled.
 */
export const firstSwissRound = (seeds: readonly Seed[]): SwissRound => {
  const half = Math.floor(seeds.length / 2);
  const bottom = seeds.slice(half, 2 * half);
  const pairs = bottom.map((other, index): [Seed, Seed] => [seeds[index] ?? other, other]);
  return { pairs, bye: seeds.length % 2 === 0 ? null : (seeds.at(-1) ?? null) };
};

type Player = { readonly seed: Seed; readonly points: number; readonly byes: number };
type Met = (one: Seed, other: Seed) => number;
type Edge = readonly [one: number, other: number, cost: number];

/**
 * The cheapest perfect matching; the answer has the partner of each vertex. Costs are whole numbers. Throws RangeError
 * where the computation could leave the safe integers: 256 players need costs below 2^44.
 */
const cheapestMatching = (edges: readonly Edge[], vertices: number): number[] => {
  const dearest = edges.reduce((most, [, , cost]) => Math.max(most, cost), 0);
  // The dual variables of the algorithm stay below the dearest edge times the number of vertices.
  if (2 * vertices * dearest > Number.MAX_SAFE_INTEGER) throw new RangeError(`Cost ${dearest} is too high to be exact`);
  return blossom(
    edges.map(([one, other, cost]) => [one, other, dearest - cost]),
    true,
  );
};

const pairsOf = <T>(list: readonly T[], costOf: (one: T, other: T, places: number) => number): Edge[] =>
  list.flatMap((one, index) =>
    list.slice(index + 1).map((other, after): Edge => [index, index + after + 1, costOf(one, other, after + 1)]),
  );

/** The classes of players to whom a bye goes first, second …: the fewest byes, then the fewest points. */
const byeClasses = (players: readonly Player[]): number[] => {
  const classes = players
    .toSorted((one, other) => one.byes - other.byes || one.points - other.points)
    .map(({ byes, points }) => `${byes} ${points}`);
  const distinct = [...new Set(classes)];
  return players.map(({ byes, points }) => distinct.indexOf(`${byes} ${points}`));
};

/**
 * Who may have the bye: a player of the best class among the pairings with the fewest rematches. A matching of its own,
 * because in one with the other aims the costs would not be safe integers.
 */
const mayHaveBye = (players: readonly Player[], met: Met): boolean[] => {
  const classes = byeClasses(players);
  const bye = players.length;
  const perMeeting = bye + 1;
  const edges = pairsOf(players, (one, other) => met(one.seed, other.seed) * perMeeting);
  const byes = classes.map((rank, index): Edge => [index, bye, rank]);
  const chosen = cheapestMatching([...edges, ...byes], bye + 1)[bye] ?? -1;
  return classes.map((rank) => rank === classes[chosen]);
};

/**
 * A round after the first. `players` are those who play on, in the order of the standings; `byes` is how many each had,
 * `met` how often two have met. An odd number of players has a virtual one more, the bye, below the last. The aims, an
 * earlier one before all later ones:
 *
 * 1. the fewest rematches; a pair that has met twice counts as two;
 * 2. the bye to the player with the fewest byes, among them to the one with the fewest points;
 * 3. the smallest sum of the squared differences of points;
 * 4. the smallest sum of the squared differences of places in the standings.
 */
export const nextSwissRound = (players: readonly Player[], met: Met): SwissRound => {
  if (players.length < 2) return { pairs: [], bye: players[0]?.seed ?? null };
  const vertices = players.length + (players.length % 2);
  const points = players.map((player) => player.points);
  const pairs = vertices / 2;
  const perPoint = 1 + pairs * vertices ** 2;
  const perMeeting = perPoint * (1 + pairs * (Math.max(...points) - Math.min(...points)) ** 2);
  const edges = pairsOf(
    players,
    (one, other, places) =>
      met(one.seed, other.seed) * perMeeting + (one.points - other.points) ** 2 * perPoint + places ** 2,
  );
  const bye = players.length;
  if (vertices > bye) {
    for (const [index, isAllowed] of mayHaveBye(players, met).entries()) {
      if (isAllowed) edges.push([index, bye, (bye - index) ** 2]);
    }
  }
  const partners = cheapestMatching(edges, vertices);
  const round: SwissRound = { pairs: [], bye: players[partners[bye] ?? -1]?.seed ?? null };
  for (const [index, { seed }] of players.entries()) {
    const partner = partners[index] ?? -1;
    const other = players[partner];
    if (other !== undefined && partner > index) round.pairs.push([seed, other.seed]);
  }
  return round;
};

/**
 * Least common multiple of 1 to 12, the most rounds there are. Means are kept as whole numbers, multiplied by it once for
 * each division: floating-point sums of equal fractions depend on their order, so that equals would not share a rank.
 */
const WHOLE = 27720;

const wholeMean = (sum: number, parts: number): number => (parts === 0 ? 0 : sum * (WHOLE / parts));

/** The opponents of each player whom they met, as often as they met; a forfeit is no meeting. */
const opponentsOf = (seeds: readonly Seed[], games: readonly Game[]): Map<Seed, Seed[]> => {
  const opponents = new Map(seeds.map((seed): [Seed, Seed[]] => [seed, []]));
  for (const { players, isPlayed } of games) {
    const [one, other] = players;
    if (!isPlayed || !opponents.has(one) || !opponents.has(other)) continue;
    opponents.get(one)?.push(other);
    opponents.get(other)?.push(one);
  }
  return opponents;
};

const means = (opponents: ReadonlyMap<Seed, readonly Seed[]>, of: ReadonlyMap<Seed, number>): Map<Seed, number> =>
  new Map(
    [...opponents].map(([seed, others]) => {
      const sum = others.reduce((total, other) => total + (of.get(other) ?? 0), 0);
      return [seed, wholeMean(sum, others.length)];
    }),
  );

/** Points of `seed` from the games against `other`. */
const pointsAgainst = (games: readonly Game[], seed: Seed, other: Seed): number => {
  const between = games.filter(({ players }) => players.includes(seed) && players.includes(other));
  return tallyGames([seed], between).get(seed)?.points ?? 0;
};

/**
 * Standings, best first, from the games decided so far. `seeds` are all who entered, those who dropped out included. A
 * bye gives 3 points and counts in neither `wins` nor `played`. Ties: strength of schedule (the mean of the points per
 * match of the opponents met, without their byes), the mean of the opponents' strength of schedule, and between exactly
 * two who are still tied their match; otherwise they share the rank.
 */
export const swissStandings = (
  seeds: readonly Seed[],
  games: readonly Game[],
  byes: readonly { readonly seed: Seed }[],
): Standing[] => {
  const tallies = tallyGames(seeds, games);
  const opponents = opponentsOf(seeds, games);
  const perMatch = new Map([...tallies].map(([seed, { points, played }]) => [seed, wholeMean(points, played)]));
  const strength = means(opponents, perMatch);
  const opponentsStrength = means(opponents, strength);
  const byesOf = groupBy(byes, ({ seed }) => seed);
  const rows = [...tallies].map(([seed, tally]) => ({
    ...{ seed, ...tally, points: tally.points + POINTS.bye * (byesOf.get(seed)?.length ?? 0) },
    strength: (strength.get(seed) ?? 0) / WHOLE ** 2,
    opponentsStrength: (opponentsStrength.get(seed) ?? 0) / WHOLE ** 3,
  }));
  const tied = groupBy(rows, (row) => `${row.points} ${row.strength} ${row.opponentsStrength}`);
  const ranked = [...tied.values()].flatMap((group) =>
    group.map(({ strength: schedule, opponentsStrength: opponentsSchedule, ...row }) => {
      const other = group.length === 2 ? group.find(({ seed }) => seed !== row.seed) : undefined;
      const tieBreaks = [
        { label: 'Strength of schedule', value: schedule },
        { label: 'Opponents’ strength of schedule', value: opponentsSchedule },
        { label: 'Their match', value: other === undefined ? 0 : pointsAgainst(games, row.seed, other.seed) },
      ];
      return { ...row, tieBreaks };
    }),
  );
  return rankRows(ranked);
};
