/** Who has played: nobody can take their place in the bracket any more. */

import type { Seed } from './graph.ts';
import type { MatchState, State } from './state.ts';

const isDecidedFor = ({ decidedBy, players }: MatchState, seed: Seed): boolean =>
  decidedBy !== null && players.includes(seed);

/**
 * Returns whether a result counts for this player, or could be brought back by undoing: a substitute must not get the
 * results of somebody else.
 */
export const hasPlayed = (state: State, seed: Seed): boolean => {
  if (state.matches.some((match) => isDecidedFor(match, seed))) return true;
  for (let step = state.history; step !== null; step = step.earlier) {
    if (step.replaced.some(([, before]) => before !== undefined && isDecidedFor(before, seed))) return true;
  }
  return false;
};
