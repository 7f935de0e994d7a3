/**
 * A second implementation of the engine for tests: decides each match once, from the whole list of entries, without
 * revisions.
 */

import { GRAND_FINAL, RESET } from '#features/brackets/engine/double-elimination.ts';
import { decide, UNKNOWN, VOID } from '#features/brackets/engine/fold.ts';
import type { Graph, MatchId, Source } from '#features/brackets/engine/graph.ts';
import {
  type Arrival,
  actions,
  type Entry,
  type MatchNode,
  type Numbered,
  type Result,
} from '#features/brackets/engine/state.ts';

/** Returns the entries for each match since it was last cleared, oldest first. */
const resultsByMatch = (entries: readonly Entry[]): Map<MatchId, Numbered<Result>[]> => {
  const results = new Map<MatchId, Numbered<Result>[]>();
  for (const { entry, index } of actions(entries)) {
    if (entry.kind === 'clear') results.delete(entry.match);
    else results.set(entry.match, [...(results.get(entry.match) ?? []), { entry, index }]);
  }
  return results;
};

export function settledAtOnce(graph: Graph, entries: readonly Entry[]): MatchNode[] {
  const entered = resultsByMatch(entries);
  const settled = new Map<MatchId, MatchNode>();
  const arrival = (source: Source): Arrival => {
    if (source.kind === 'bye') return VOID;
    if (source.kind === 'seed') return { who: source.seed, sinceEntry: -1, disqualified: false };
    const from = settled.get(source.of);
    if (from === undefined) return UNKNOWN;
    if (source.of === GRAND_FINAL && !(from.status === 'done' && from.winner === 2)) return UNKNOWN;
    return source.kind === 'winner' ? from.up : from.down;
  };
  for (const match of graph.matches) {
    const state = decide(match, match.slots.map(arrival), entered.get(match.id) ?? [], 0);
    if (match.id !== RESET || state.players[0] !== null) settled.set(match.id, state);
  }
  return [...settled.values()];
}
