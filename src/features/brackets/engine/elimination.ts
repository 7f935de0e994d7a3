/** What single and double elimination share: the tree, and who ranks where (docs/behaviour.md "Tournaments"). */
import type { MatchId, Section, Seed, Slot, Source, UnlinkedMatch } from './graph.ts';
import { type Rank, rankedBy } from './rank.ts';
import { type MatchState, otherSlot, type State } from './state.ts';

/** Of the whole house: a hall has no more tables. */
export const ENTRANTS_OF_A_TREE = { min: 2, max: 256 } as const;

export const roundsOf = (entrants: number): number => Math.ceil(Math.log2(entrants));

export const bracketSize = (entrants: number): number => 2 ** roundsOf(entrants);

/**
 * Seed order by doubling (1–8, 4–5, 2–7, 3–6): paired seeds sum to size + 1, so that seeds 1 and 2 can only meet in the
 * final. Seeds beyond the number of players are byes, so top seeds get them.
 */
export const seedOrder = (size: number): Seed[] =>
  size === 1 ? [1] : seedOrder(size / 2).flatMap((seed) => [seed, size + 1 - seed]);

export const firstRound = (entrants: number): Source[] =>
  seedOrder(bracketSize(entrants)).map((seed) => (seed <= entrants ? { kind: 'seed', seed } : { kind: 'bye' }));

export const winnersId = (round: number, position: number): MatchId => `W${round}-${position}`;

export const pairs = (sources: readonly Source[]): [Source, Source][] =>
  Array.from({ length: sources.length / 2 }, (_, pair) => [
    sources[2 * pair] ?? { kind: 'bye' },
    sources[2 * pair + 1] ?? { kind: 'bye' },
  ]);

export const comingFrom = (kind: 'winner' | 'loser', matches: readonly UnlinkedMatch[]): Source[] =>
  matches.map(({ id }) => ({ kind, of: id }));

/** `first`: who meets in the first round, top to bottom; as many as a power of two. */
export const winnersRounds = (
  first: readonly Source[],
  labelOf: (round: number, rounds: number) => string,
  stage: (round: number) => number,
): UnlinkedMatch[][] => {
  const rounds = roundsOf(first.length);
  const drawn: UnlinkedMatch[][] = [];
  let sources: readonly Source[] = first;
  for (let round = 1; round <= rounds; round += 1) {
    const matches = pairs(sources).map(
      (slots, index): UnlinkedMatch => ({
        id: winnersId(round, index + 1),
        bracket: 'winners',
        round,
        position: index + 1,
        label: labelOf(round, rounds),
        stage: stage(round),
        group: null,
        slots,
      }),
    );
    drawn.push(matches);
    sources = comingFrom('winner', matches);
  }
  return drawn;
};

/** "Round 1", "Semifinal", "Final"; `double`: "Winners round 1", "Winners semifinal", "Winners final". */
export const winnersLabel = (round: number, rounds: number, double: boolean): string => {
  const name = round === rounds ? 'final' : round === rounds - 1 ? 'semifinal' : `round ${round}`;
  return double ? `Winners ${name}` : name.charAt(0).toUpperCase() + name.slice(1);
};

type Tally = { readonly seed: Seed; wins: number; losses: number; played: number; points: number; outAt: number };

/** None for heats and rounds, which no elimination has. */
const POINTS: Readonly<Partial<Record<Section, number>>> = { winners: 3, losers: 1, final: 3, 'third-place': 3 };
const STILL_IN = Number.POSITIVE_INFINITY;

const losersOf = ({ winner }: MatchState): readonly Slot[] => (winner === null ? [1, 2] : [otherSlot(winner)]);

/** Whether who loses here can win no more. */
const eliminates = ({ graph }: State, { match, winner, reason }: MatchState): boolean => {
  if (winner === null || reason === 'disqualification' || match.loserTo === null) return true;
  const next = graph.matches[graph.indexOf.get(match.loserTo.match) ?? -1];
  if (next?.bracket === 'third-place') return true;
  return next?.onlyIf != null && next.onlyIf.winner !== winner;
};

const count = (state: State, tallyOf: (slot: Slot) => Tally | undefined, played: MatchState): void => {
  const { match, winner } = played;
  const won = winner && tallyOf(winner);
  if (won) {
    won.wins += 1;
    won.played += 1;
    won.points += POINTS[match.bracket] ?? 0;
  }
  for (const slot of losersOf(played)) {
    const lost = tallyOf(slot);
    if (!lost) continue;
    lost.losses += 1;
    lost.played += 1;
    if (match.bracket !== 'third-place' && eliminates(state, played)) lost.outAt = match.stage;
  }
};

const before = (one: Tally, other: Tally): number =>
  one.outAt === other.outAt ? other.points - one.points : other.outAt > one.outAt ? 1 : -1;

/**
 * 3 points for a win in the winners bracket, the finals and the third-place match, 1 in the losers bracket, none for byes. Still
 * in ranks before out, later elimination before earlier, then points; equals share a rank and the next rank skips. Forfeits count
 * as played. Losers of semifinals are out even if they play for third place; its winner ranks first. When both finalists are
 * disqualified, both are second. `matches`: of the tree alone; `seeds`: who plays in it.
 */
export function eliminationRanks(state: State, matches: readonly MatchState[], seeds: readonly Seed[]): Rank[] {
  const tallies = new Map(
    seeds.map((seed): [Seed, Tally] => [seed, { seed, wins: 0, losses: 0, played: 0, points: 0, outAt: STILL_IN }]),
  );
  for (const played of matches) {
    const tallyOf = (slot: Slot) => {
      const who = played.players[slot - 1];
      return typeof who === 'number' ? tallies.get(who) : undefined;
    };
    if (played.status === 'done') count(state, tallyOf, played);
    const third = played.match.bracket === 'third-place' && played.winner && tallyOf(played.winner);
    if (third) third.outAt = played.match.stage;
  }
  const sorted = [...tallies.values()].sort((one, other) => before(one, other) || one.seed - other.seed);
  const first = sorted[0]?.outAt === STILL_IN ? 1 : 2;
  return rankedBy(sorted, before, first).map(({ outAt: _, ...tally }) => ({ ...tally, draws: 0, tieBreaks: [] }));
}

/** Every seed, where all of the matches are of the tree. */
export const treeRanks = (state: State): Rank[] =>
  eliminationRanks(
    state,
    state.matches,
    Array.from({ length: state.graph.entrants }, (_, index) => index + 1),
  );
