/** What a bracket is after some results: made by `fold.ts`, never stored. */
import type { Entry, Numbered, Reason, Result } from './entries.ts';
import type { Graph, GraphMatch, MatchId, Seed, Slot } from './graph.ts';

/** Who is in a slot: a player, nobody ever ('void', what a bye sends), or not yet known (null). */
export type Occupant = Seed | 'void' | null;

/** waiting: players to come. ready: to be played. done: decided. bye: a slot is void, so nobody plays it. */
export type Status = 'waiting' | 'ready' | 'done' | 'bye';

export type MatchState = {
  readonly match: GraphMatch;
  readonly status: Status;
  readonly players: readonly [Occupant, Occupant];
  /** Who goes on, also through a bye; null while undecided and where nobody does. */
  readonly winner: Slot | null;
  readonly scores: readonly [number, number] | null;
  /** How it was decided; null unless done. */
  readonly reason: Reason | null;
  /** Index of the entry that decided it; null where none did (undecided, bye, forfeited by a disqualified player). */
  readonly decidedBy: number | null;
  /** Index of the entry that made both slots known, −1 when the draw did; null while one is not known. */
  readonly since: number | null;
  /** Index plus 1 of the last entry that changed this match, also by undoing another; 0 since the draw. */
  readonly revision: number;
};

/** Who comes into a slot, and the index of the entry since which that holds (−1: since the draw). */
export type Arrival = { readonly who: Occupant; readonly since: number; readonly disqualified: boolean };

/** A match with what `enter` needs: who leaves to where winner and loser go, and its results that stand, oldest first. */
export type Decision = MatchState & {
  readonly up: Arrival;
  readonly down: Arrival;
  readonly standing: readonly Numbered<Result>[];
};

/** For each entry not undone, newest first: the matches it replaced, as they were. Undefined: the reset was not there. */
export type History = {
  readonly replaced: readonly (readonly [place: number, before: Decision | undefined])[];
  readonly earlier: History | null;
};

export type State = {
  readonly graph: Graph;
  readonly entries: readonly Entry[];
  /** In the graph's order. The reset, the last one, is among them only when it has to be played. */
  readonly matches: readonly Decision[];
  readonly history: History | null;
  /** Null until decided, and for good where nobody was left to win. */
  readonly champion: Seed | null;
  /** Nothing is left to play. */
  readonly over: boolean;
};

/** Undefined for a match that does not exist (now): an unknown id, or a reset that is not needed. */
export const matchIn = (state: State, id: MatchId): Decision | undefined =>
  // The reset stands last in the graph, so leaving it out moves no other match.
  state.matches[state.graph.placeOf.get(id) ?? -1];

/** What can be played now, those waiting longest first. */
export const readyMatches = (state: State): MatchState[] =>
  state.matches
    .filter(({ status }) => status === 'ready')
    .toSorted((one, other) => (one.since ?? -1) - (other.since ?? -1));
