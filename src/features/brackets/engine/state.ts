/** The state of a bracket after its entries: computed by `fold.ts`, never stored. */
import type { Graph, GraphMatch, MatchId, Seed, Slot } from './graph.ts';

/**
 * The append-only list of results. An entry decides a match (by score or by a reason), clears it, or undoes the entry
 * before. A correction is a later entry for the same match; folding the list (`fold.ts`) drops what depended on it, so
 * nothing about that is stored.
 */

/** How a match was decided. 'both' means that nobody advances: both absent, or both disqualified. */
export type Outcome =
  | { readonly kind: 'score'; readonly scores: readonly [number, number] }
  | { readonly kind: 'forfeit' | 'disqualification'; readonly player: Slot | 'both' };

type Reason = Outcome['kind'];

export type Result = Outcome & { readonly match: MatchId };

export type Entry = Result | { readonly kind: 'clear'; readonly match: MatchId } | { readonly kind: 'undo' };

/** An entry and its index in the list, by which the store finds who entered it and when. */
export type Numbered<E> = { readonly entry: E; readonly index: number };

export type Action = Exclude<Entry, { readonly kind: 'undo' }>;

export const otherSlot = (slot: Slot): Slot => (slot === 1 ? 2 : 1);

/** Who advances; null when nobody does. */
export const winnerOf = (outcome: Outcome): Slot | null => {
  if (outcome.kind === 'score') return outcome.scores[0] > outcome.scores[1] ? 1 : 2;
  return outcome.player === 'both' ? null : otherSlot(outcome.player);
};

/** Returns entries that were not undone. Each undo removes the latest remaining entry. */
export const actions = (entries: readonly Entry[]): Numbered<Action>[] => {
  const kept: Numbered<Action>[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'undo') kept.pop();
    else kept.push({ entry, index });
  }
  return kept;
};

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

/** Who has played: nobody can take their place in the bracket any more. */
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
