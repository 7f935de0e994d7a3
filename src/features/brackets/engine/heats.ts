/** Heats: tables of three to six, where each place gives points. */
import { ENTRANTS_OF_A_TREE } from './elimination.ts';
import type { Format, Kind } from './format.ts';
import { matchesBeforeCut, meetings, withCut } from './games.ts';
import type { DrawOptions, Seed } from './graph.ts';
import { DEFAULT_TABLE_POINTS, firstTables, heatStandings, nextTables } from './heat-tables.ts';
import type { Rank } from './rank.ts';
import { activeSeeds, type State } from './state.ts';

export const heatsKind = {
  type: 'heats',
  label: 'Heats',
  entrants: ENTRANTS_OF_A_TREE,
  perMatch: [2, 6],
  options: ['rounds', 'tableSize', 'tablePoints', 'cut', 'minutes'],
  allowsDraw: false,
  pairsRounds: true,
  keepsWhoDrops: true,
  cuts: ['final', 4, 8, 16],
} as const satisfies Kind;

const TABLE = 4;
const ROUNDS = 3;
const sizeOf = ({ tableSize = TABLE }: DrawOptions): number => tableSize;

function inRounds(state: State): Rank[] {
  const seeds = Array.from({ length: state.graph.entrants }, (_, index) => index + 1);
  const heats = matchesBeforeCut(state, 'heat').flatMap(({ players, places, scores }) =>
    places === null
      ? []
      : {
          players: players as readonly Seed[],
          places,
          scores,
          isPlayed: places.map((place) => place > 0),
        },
  );
  return heatStandings(seeds, heats, state.graph.options.tablePoints ?? DEFAULT_TABLE_POINTS);
}

const ranked = (state: State): Rank[] => {
  const active = new Set(activeSeeds(state));
  return inRounds(state).filter(({ seed }) => active.has(seed));
};

export const heats: Format = {
  ...heatsKind,
  build: () => [],
  standings: (state) => withCut(state, inRounds(state)),
  rounds: {
    count: (_, { rounds = ROUNDS }) => rounds,
    first: (seeds, options) => ({ matches: firstTables(seeds, sizeOf(options)), bye: null }),
    next(state) {
      const players = ranked(state).map(({ seed, points }) => ({ seed, points }));
      const met = meetings(matchesBeforeCut(state, 'heat'));
      return { matches: nextTables(players, met, sizeOf(state.graph.options)), bye: null };
    },
  },
  cut(state) {
    const { cut = 0 } = state.graph.options;
    const most = cut === 'final' ? sizeOf(state.graph.options) : cut;
    return ranked(state)
      .slice(0, most)
      .map(({ seed }) => seed);
  },
};
