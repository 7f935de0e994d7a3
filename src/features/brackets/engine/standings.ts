import { formatOf } from './formats.ts';
import type { Rank } from './rank.ts';
import type { State } from './state.ts';

/** By rank; nobody before the first result. */
export const ranks = (state: State): Rank[] =>
  state.matches.every(({ decidedBy }) => decidedBy === null)
    ? []
    : formatOf(state.graph.options.tournamentType).standings(state);
