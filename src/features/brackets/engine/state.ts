import type { Graph, GraphMatch, MatchId, Seed, Slot } from './graph.ts';

/** 'both': nobody advances, because both are absent or disqualified. */
export type Outcome =
  | { readonly kind: 'score'; readonly scores: readonly [number, number] }
  | { readonly kind: 'forfeit' | 'disqualification'; readonly player: Slot | 'both' };

type Reason = Outcome['kind'];

export type Result = Outcome & { readonly match: MatchId };

/** Append-only. A correction is a later entry for the same match; folding drops what depended on the earlier one. */
export type Entry = Result | { readonly kind: 'clear'; readonly match: MatchId } | { readonly kind: 'undo' };

/** By the index the store finds who entered it and when. */
export type Numbered<E> = { readonly entry: E; readonly index: number };

export type Action = Exclude<Entry, { readonly kind: 'undo' }>;

export const otherSlot = (slot: Slot): Slot => (slot === 1 ? 2 : 1);

export const winnerOf = (outcome: Outcome): Slot | null => {
  if (outcome.kind === 'score') return outcome.scores[0] > outcome.scores[1] ? 1 : 2;
  return outcome.player === 'both' ? null : otherSlot(outcome.player);
};

/** Each undo removes the latest remaining entry. */
export const actions = (entries: readonly Entry[]): Numbered<Action>[] => {
  const kept: Numbered<Action>[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'undo') kept.pop();
    else kept.push({ entry, index });
  }
  return kept;
};

/** 'void': nobody for good, sent by a bye. Null: not yet known. */
export type Occupant = Seed | 'void' | null;

/** waiting: players missing. bye: a slot is void, so nobody plays it. */
export type Status = 'waiting' | 'ready' | 'done' | 'bye';

export type MatchState = {
  readonly match: GraphMatch;
  readonly status: Status;
  readonly players: readonly [Occupant, Occupant];
  /** Also by a bye; null while undecided and when nobody advances. */
  readonly winner: Slot | null;
  readonly scores: readonly [number, number] | null;
  readonly reason: Reason | null;
  /** Index of the deciding entry; null for undecided, bye, forfeited by a disqualified player. */
  readonly decidedBy: number | null;
  /** Index of the entry that made both slots known, −1 for the draw; null while a slot is unknown. */
  readonly sinceEntry: number | null;
  /** Index plus 1 of the last entry that changed this match, also by undoing another; 0 since the draw. */
  readonly revision: number;
};

/** `sinceEntry`: −1 for the draw. */
export type Arrival = { readonly who: Occupant; readonly sinceEntry: number; readonly disqualified: boolean };

/** `up`: the winner sent on, `down`: the loser. Valid results are oldest first. */
export type MatchNode = MatchState & {
  readonly up: Arrival;
  readonly down: Arrival;
  readonly validResults: readonly Numbered<Result>[];
};

/** Newest first, without undone entries. Undefined: the reset did not exist. */
export type History = {
  readonly replaced: readonly (readonly [place: number, before: MatchNode | undefined])[];
  readonly earlier: History | null;
};

export type State = {
  readonly graph: Graph;
  readonly entries: readonly Entry[];
  /** In the graph's order. The reset comes last, and only when it has to be played. */
  readonly matches: readonly MatchNode[];
  readonly history: History | null;
  /** Null until decided, when nobody was left to win, and in formats without a final. */
  readonly champion: Seed | null;
  readonly over: boolean;
};

/** Undefined for an unknown id, or a reset that is not needed. */
export const matchIn = (state: State, id: MatchId): MatchNode | undefined =>
  // The reset is last in the graph, so omitting it changes no other index.
  state.matches[state.graph.indexOf.get(id) ?? -1];

/** Nobody can take their place in the bracket any more. */
const isDecidedFor = ({ decidedBy, players }: MatchState, seed: Seed): boolean =>
  decidedBy !== null && players.includes(seed);

/** Also results that an undo could bring back: a substitute must not get another player's results. */
export const hasPlayed = (state: State, seed: Seed): boolean => {
  if (state.matches.some((match) => isDecidedFor(match, seed))) return true;
  for (let step = state.history; step !== null; step = step.earlier) {
    if (step.replaced.some(([, before]) => before !== undefined && isDecidedFor(before, seed))) return true;
  }
  return false;
};
