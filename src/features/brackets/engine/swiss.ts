/** Swiss: in each round people with about the same points meet, nobody twice while that can be avoided. */
import { ENTRANTS_OF_A_TREE } from './elimination.ts';
import type { Format, Kind } from './format.ts';
import { gamesIn, matchesBeforeCut, meetings, withCut } from './games.ts';
import type { Seed } from './graph.ts';
import type { Rank } from './rank.ts';
import { activeSeeds, type MatchNode, type State } from './state.ts';
import { defaultRounds, firstSwissRound, nextSwissRound, swissStandings } from './swiss-pairing.ts';

export const swissKind = {
  type: 'swiss',
  label: 'Swiss',
  entrants: ENTRANTS_OF_A_TREE,
  perMatch: [2, 2],
  options: ['rounds', 'cut', 'minutes'],
  allowsDraw: true,
  pairsRounds: true,
  keepsWhoDrops: true,
  cuts: [2, 4, 8, 16],
} as const satisfies Kind;

const byesIn = (matches: readonly MatchNode[]): { seed: Seed }[] =>
  matches.flatMap(({ status, players }) =>
    status === 'bye' ? players.filter((who) => typeof who === 'number').map((seed) => ({ seed })) : [],
  );

function inRounds(state: State): Rank[] {
  const matches = matchesBeforeCut(state, 'round');
  const seeds = Array.from({ length: state.graph.entrants }, (_, index) => index + 1);
  return swissStandings(seeds, gamesIn(matches), byesIn(matches));
}

export const swiss: Format = {
  ...swissKind,
  build: () => [],
  standings: (state) => withCut(state, inRounds(state)),
  rounds: {
    count: (entrants, { rounds }) => rounds ?? defaultRounds(entrants),
    first(seeds) {
      const { pairs, bye } = firstSwissRound(seeds);
      return { matches: pairs, bye };
    },
    next(state) {
      const matches = matchesBeforeCut(state, 'round');
      const byes = byesIn(matches);
      const active = new Set(activeSeeds(state));
      const players = inRounds(state)
        .filter(({ seed }) => active.has(seed))
        .map(({ seed, points }) => ({ seed, points, byes: byes.filter((bye) => bye.seed === seed).length }));
      const { pairs, bye } = nextSwissRound(players, meetings(matches));
      return { matches: pairs, bye };
    },
  },
  cut(state) {
    const { cut = 0 } = state.graph.options;
    const active = new Set(activeSeeds(state));
    const left = inRounds(state).filter(({ seed }) => active.has(seed));
    return cut === 'final' ? [] : left.slice(0, cut).map(({ seed }) => seed);
  },
};
