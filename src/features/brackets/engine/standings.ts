/**
 * docs/behaviour.md "Tournaments": 3 points for a win in the winners bracket, the finals and the third-place match, 1
 * in the losers bracket, none for byes. Still in ranks before out, later elimination before earlier, then points;
 * equals share a rank and the next rank skips. Forfeits count as played. Losers of semifinals are out even if they play
 * for third place; its winner ranks first. When both finalists are disqualified, both are second.
 */

import { RESET, type Section, type Seed, type Slot, THIRD_PLACE, type TournamentType } from './graph.ts';
import { type MatchState, otherSlot, type State } from './state.ts';

export type Rank = {
  readonly seed: Seed;
  readonly rank: number;
  readonly wins: number;
  readonly losses: number;
  readonly points: number;
};

type Tally = { readonly seed: Seed; wins: number; losses: number; points: number; outAt: number };

const POINTS: Readonly<Record<Section, number>> = { winners: 3, losers: 1, final: 3, 'third-place': 3 };

const STILL_IN = Number.POSITIVE_INFINITY;

const losersOf = ({ winner }: MatchState): readonly Slot[] => (winner === null ? [1, 2] : [otherSlot(winner)]);

const eliminates = ({ match, winner, reason }: MatchState): boolean => {
  if (winner === null || reason === 'disqualification' || match.loserTo === null) return true;
  // The grand final's loser plays on only when they came from the winners bracket.
  return match.loserTo.match === THIRD_PLACE || (match.loserTo.match === RESET && winner === 1);
};

const count = (tallyOf: (slot: Slot) => Tally | undefined, played: MatchState): void => {
  const { match, winner } = played;
  const won = winner && tallyOf(winner);
  if (won) {
    won.wins += 1;
    won.points += POINTS[match.bracket];
  }
  for (const slot of losersOf(played)) {
    const lost = tallyOf(slot);
    if (!lost) continue;
    lost.losses += 1;
    if (match.bracket !== 'third-place' && eliminates(played)) lost.outAt = match.stage;
  }
};

const before = (one: Tally, other: Tally): number =>
  one.outAt === other.outAt ? other.points - one.points : other.outAt > one.outAt ? 1 : -1;

function eliminationRanks({ graph, matches }: State): Rank[] {
  const tallies = Array.from(
    { length: graph.entrants },
    (_, index): Tally => ({ seed: index + 1, wins: 0, losses: 0, points: 0, outAt: STILL_IN }),
  );
  for (const played of matches) {
    const tallyOf = (slot: Slot) => {
      const who = played.players[slot - 1];
      return typeof who === 'number' ? tallies[who - 1] : undefined;
    };
    if (played.status === 'done') count(tallyOf, played);
    const third = played.match.bracket === 'third-place' && played.winner && tallyOf(played.winner);
    if (third) third.outAt = played.match.stage;
  }
  const sorted = tallies.toSorted((one, other) => before(one, other) || one.seed - other.seed);
  const first = sorted[0]?.outAt === STILL_IN ? 1 : 2;
  let rank = first;
  return sorted.map(({ seed, wins, losses, points }, index) => {
    const above = sorted[index - 1];
    const own = sorted[index];
    if (above !== undefined && own !== undefined && before(above, own) !== 0) rank = index + first;
    return { seed, rank, wins, losses, points };
  });
}

const STANDINGS: Readonly<Record<TournamentType, (state: State) => Rank[]>> = {
  'single-elimination': eliminationRanks,
  'double-elimination': eliminationRanks,
};

export const ranks = (state: State): Rank[] =>
  state.matches.every(({ decidedBy }) => decidedBy === null) ? [] : STANDINGS[state.graph.tournamentType](state);
