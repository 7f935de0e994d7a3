/** docs/behaviour.md "Tournaments": round robin, in one group or several, with a cut to a knock-out. */
import { bracketSize, seedOrder } from './elimination.ts';
import type { Seed } from './graph.ts';
import type { Game, Standing } from './pairing-shapes.ts';
import { evenSizes, groupBy, rankRows, snake, tallyGames } from './ranking.ts';

const SMALLEST_GROUP = 3;
const ONE_GROUP_UP_TO = 8;
const DEFAULT_GROUP = 6;

/**
 * Divides seeds 1 to `entrants` into the fewest groups of at most `groupSize` people (3 to 8); where one group would
 * have fewer than 3, into one group fewer. Sizes differ by one at most, the first groups are the larger. Without
 * `groupSize` it is everybody up to 8 and groups of at most 6 beyond: 16 → 6, 5, 5. Seeds are distributed in a snake.
 */
export const groupsOf = (entrants: number, groupSize: number | undefined): Seed[][] => {
  const size = groupSize ?? (entrants <= ONE_GROUP_UP_TO ? ONE_GROUP_UP_TO : DEFAULT_GROUP);
  const fewest = Math.ceil(entrants / size);
  const isTooSmall = fewest > 1 && Math.floor(entrants / fewest) < SMALLEST_GROUP;
  const groups = isTooSmall ? fewest - 1 : fewest;
  const seeds = Array.from({ length: entrants }, (_, index) => index + 1);
  return snake(seeds, evenSizes(entrants, groups));
};

/** 'A' to 'Z', then 'AA' (256 people make up to 85 groups). `index` from 0. Null when there is only one group. */
export const groupName = (index: number, groups: number): string | null => {
  if (groups === 1) return null;
  const letter = String.fromCharCode('A'.charCodeAt(0) + (index % 26));
  return index < 26 ? letter : `${groupName(Math.floor(index / 26) - 1, groups)}${letter}`;
};

type Round = { readonly pairs: [Seed, Seed][]; readonly free: Seed | null };

/**
 * Rounds by the circle method: everybody meets everybody once, and plays once a round or is `free`. The group is in
 * order of strength: its first two meet in the last round. The stronger stands first in a pair.
 */
export const circle = (group: readonly Seed[]): Round[] => {
  const places: (Seed | null)[] = group.length % 2 === 0 ? [...group] : [...group, null];
  const [fixed, ...turning] = places;
  return turning.map((_, round) => {
    const turned = turning.slice(turning.length - round).concat(turning.slice(0, turning.length - round));
    const seated = [fixed ?? null, ...turned];
    const pairs: [Seed, Seed][] = [];
    let free: Seed | null = null;
    for (let index = 0; index < seated.length / 2; index += 1) {
      const one = seated[index] ?? null;
      const other = seated[seated.length - 1 - index] ?? null;
      if (one !== null && other !== null) {
        pairs.push(group.indexOf(one) < group.indexOf(other) ? [one, other] : [other, one]);
      } else {
        free = one ?? other;
      }
    }
    return { pairs, free };
  });
};

const isOf = (game: Game, seed: Seed): boolean => game.players.includes(seed);

/** Games of a drop-out who played fewer than half of their matches count for nobody. */
const staysCounted = (group: readonly Seed[], games: readonly Game[], seed: Seed): boolean =>
  2 * games.filter((game) => game.isPlayed && isOf(game, seed)).length >= group.length - 1;

const hasGame = (games: readonly Game[], one: Seed, other: Seed): boolean =>
  games.some((game) => isOf(game, one) && isOf(game, other));

/** Matches that a drop-out left open: the opponent wins; nobody does when the opponent dropped out too. */
const forfeitsOf = (group: readonly Seed[], games: readonly Game[], dropped: readonly Seed[]): Game[] =>
  dropped.flatMap((seed, index) =>
    group
      .filter((other) => other !== seed && !dropped.slice(0, index).includes(other) && !hasGame(games, seed, other))
      .map((other) => ({
        players: [seed, other],
        winner: dropped.includes(other) ? 'nobody' : 1,
        scores: null,
        isPlayed: false,
      })),
  );

const countedGames = (group: readonly Seed[], games: readonly Game[], dropped: ReadonlySet<Seed>): Game[] => {
  const inGroup = games.filter(({ players }) => players.every((seed) => group.includes(seed)));
  const left = group.filter((seed) => dropped.has(seed));
  const counted = left.filter((seed) => staysCounted(group, inGroup, seed));
  const uncounted = left.filter((seed) => !counted.includes(seed));
  const others = group.filter((seed) => !uncounted.includes(seed));
  const kept = inGroup.filter((game) => !uncounted.some((seed) => isOf(game, seed)));
  return [...kept, ...forfeitsOf(others, kept, counted)];
};

const pointsAmong = (tied: readonly Seed[], games: readonly Game[], seed: Seed): number => {
  const among = games.filter(({ players }) => players.every((player) => tied.includes(player)));
  return tallyGames([seed], among).get(seed)?.points ?? 0;
};

const scoresOf = (seed: Seed, games: readonly Game[]): { scored: number; against: number } => {
  const total = { scored: 0, against: 0 };
  for (const { players, scores } of games) {
    if (scores === null) continue;
    const side = players.indexOf(seed);
    total.scored += scores[side] ?? 0;
    total.against += side === -1 ? 0 : (scores[1 - side] ?? 0);
  }
  return total;
};

/**
 * Standings of one group, best first, from the games decided so far; games of other groups are ignored. Ties: points
 * among the tied (once, not again for those still tied), score difference, scores for; who is still equal shares a rank.
 *
 * `dropped`: with at least half of their matches played, their results count and their open matches are forfeits, which
 * are added here where `games` lacks them; with fewer, none of their matches counts, for them nor for their opponents.
 */
export const groupStandings = (
  group: readonly Seed[],
  games: readonly Game[],
  dropped: ReadonlySet<Seed>,
): Standing[] => {
  const counted = countedGames(group, games, dropped);
  const tallies = tallyGames(group, counted);
  const tied = groupBy(group, (seed) => tallies.get(seed)?.points);
  const rows = [...tallies].map(([seed, tally]) => {
    const { scored, against } = scoresOf(seed, counted);
    const tieBreaks = [
      { label: 'Points among the tied', value: pointsAmong(tied.get(tally.points) ?? [], counted, seed) },
      { label: 'Score difference', value: scored - against },
      { label: 'Scores for', value: scored },
    ];
    return { seed, ...tally, tieBreaks };
  });
  return rankRows(rows);
};

type Qualified = { readonly seed: Seed; readonly group: number };

const pointsPerMatch = ({ points, played }: Standing): number => (played === 0 ? 0 : points / played);

/** Of each rank from the first, those who go on, in the order of their groups. */
const qualifiedRanks = (groups: readonly (readonly Standing[])[], cut: number): Qualified[][] => {
  const ranks: Qualified[][] = [];
  let open = cut;
  for (let place = 0; open > 0 && groups.some((group) => place < group.length); place += 1) {
    const candidates = groups.flatMap((group, index) => {
      const row = group[place];
      return row === undefined ? [] : [{ row, group: index }];
    });
    const best = candidates
      .toSorted((one, other) => pointsPerMatch(other.row) - pointsPerMatch(one.row) || one.group - other.group)
      .slice(0, open);
    const goOn = candidates.filter((candidate) => best.includes(candidate));
    ranks.push(goOn.map(({ row, group }) => ({ seed: row.seed, group })));
    open -= goOn.length;
  }
  return ranks;
};

/** The round of a knock-out in which two places of its first round, from 0, meet: 0 and 1 → 1, 0 and 2 → 2. */
const meetingRound = (one: number, other: number): number => 32 - Math.clz32(one ^ other);

/** More than all pairs of 16 people: a meeting costs more than any number of meetings one round later. */
const COST_OF_A_ROUND_EARLIER = 128;
const ROUNDS_OF_16 = 4;

/** Cost of the meetings of people of one group, and how far people stand from where their group's letter puts them. */
const costOf = (seeded: readonly Qualified[], natural: readonly Qualified[]): readonly [number, number] => {
  const order = seedOrder(bracketSize(seeded.length));
  const placeOf = seeded.map((_, index) => order.indexOf(index + 1));
  let meetings = 0;
  let moved = 0;
  for (const [index, one] of seeded.entries()) {
    moved += (natural.indexOf(one) - index) ** 2;
    for (let later = index + 1; later < seeded.length; later += 1) {
      if (seeded[later]?.group !== one.group) continue;
      const round = meetingRound(placeOf[index] ?? 0, placeOf[later] ?? 0);
      meetings += COST_OF_A_ROUND_EARLIER ** (ROUNDS_OF_16 - round);
    }
  }
  return [meetings, moved];
};

const exchanged = <T>(list: readonly T[], one: number, other: number): T[] =>
  list.map((value, index) => (index === one ? list[other] : index === other ? list[one] : value) as T);

/** Exchanges two people of one rank, always the pair that helps most, until no exchange helps. */
const spread = (ranks: readonly (readonly Qualified[])[]): Qualified[] => {
  const natural = ranks.flat();
  const rankOf = ranks.flatMap((rank, index) => rank.map(() => index));
  let best = { seeded: natural, cost: costOf(natural, natural) };
  for (;;) {
    const before = best;
    for (let one = 0; one < natural.length; one += 1) {
      for (let other = one + 1; rankOf[other] === rankOf[one]; other += 1) {
        const seeded = exchanged(before.seeded, one, other);
        const cost = costOf(seeded, natural);
        if (cost[0] < best.cost[0] || (cost[0] === best.cost[0] && cost[1] < best.cost[1])) best = { seeded, cost };
      }
    }
    if (best === before) return best.seeded;
  }
};

/**
 * Who goes on to a knock-out of `cut` (2, 4, 8 or 16), in the order of its seeding: index 0 is its seed 1. Fewer when the
 * groups have fewer people. Taken evenly from the ranks of the groups: 1st of A, 1st of B, … 2nd of A …; of a rank that
 * does not go on whole, the best by points per match, then by the order of the groups. Within a rank people change
 * places so that people of one group meet as late as possible: with two groups, the 1st of A meets the 2nd of B.
 * Leave out the rows of people who dropped out.
 */
export const groupCut = (groups: readonly (readonly Standing[])[], cut: number): Seed[] => {
  const ranks = qualifiedRanks(groups, cut);
  return (ranks.flat().length < 2 ? ranks.flat() : spread(ranks)).map(({ seed }) => seed);
};
