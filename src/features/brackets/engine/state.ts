/** The state of a bracket after its entries: computed by `fold.ts`, never stored. */
import type { Entry, Numbered, Reason, Result } from './entries.ts';
import type { Graph, GraphMatch, MatchId, Seed, Slot } from './graph.ts';

/** Who is in a slot: a player, nobody for good ('void', sent by a bye), or not yet known (null). */
export type Occupant = Seed | 'void' | null;

/** waiting: players missing. ready: can be played. done: decided. bye: a slot is void, so nobody plays it. */
export type Status = 'waiting' | 'ready' | 'done' | 'bye';

export type MatchState = {
  readonly match: GraphMatch;
  readonly status: Status;
  readonly players: readonly [Occupant, Occupant];
  /** Who advances, also by a bye; null while undecided and when nobody does. */
  readonly winner: Slot | null;
  readonly scores: readonly [number, number] | null;
  /** How it was decided; null unless done. */
  readonly reason: Reason | null;
  /** Index of the deciding entry; null without one (undecided, bye, forfeited by a disqualified player). */
  readonly decidedBy: number | null;
  /** Index of the entry that made both slots known, −1 for the draw; null while a slot is unknown. */
  readonly sinceEntry: number | null;
  /** Index plus 1 of the last entry that changed this match, also by undoing another; 0 since the draw. */
  readonly revision: number;
};

/** Who is in a slot, and the index of the entry that put them there (−1: the draw). */
export type Arrival = { readonly who: Occupant; readonly sinceEntry: number; readonly disqualified: boolean };

/** A match with what `enter` needs: the players sent on (`up` the winner, `down` the loser), and its valid results, oldest first. */
export type MatchNode = MatchState & {
  readonly up: Arrival;
  readonly down: Arrival;
  readonly validResults: readonly Numbered<Result>[];
};

/**
 * For each entry that was not undone, newest first: the matches it replaced, as they were. Undefined: the reset did not
 * exist.
 */
export type History = {
  readonly replaced: readonly (readonly [place: number, before: MatchNode | undefined])[];
  readonly earlier: History | null;
};

export type State = {
  readonly graph: Graph;
  readonly entries: readonly Entry[];
  /** In the graph's order. Contains the reset, the last one, only when it has to be played. */
  readonly matches: readonly MatchNode[];
  readonly history: History | null;
  /** Winner of the final. Null until decided, when nobody was left to win, and in formats without a final. */
  readonly champion: Seed | null;
  /** Whether nothing is left to play. */
  readonly over: boolean;
};

/** Undefined for a match that does not exist: an unknown id, or a reset that is not needed. */
export const matchIn = (state: State, id: MatchId): MatchNode | undefined =>
  // The reset is last in the graph, so omitting it changes no other index.
  state.matches[state.graph.indexOf.get(id) ?? -1];
