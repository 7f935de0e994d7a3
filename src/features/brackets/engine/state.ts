import type { Graph, GraphMatch, LaterOptions, MatchId, Seed, Slot } from './graph.ts';

/**
 * 'both': nobody advances, because both are absent or disqualified. Places are those of the slots, from 1, with ties, and 0 for who was
 * not there; the scores beside them may be missing.
 */
export type Outcome =
  | { readonly kind: 'score'; readonly scores: readonly [number, number] }
  | { readonly kind: 'winner'; readonly winner: Slot | 'draw' }
  | {
      readonly kind: 'places';
      readonly places: readonly number[];
      readonly scores?: readonly (number | null)[] | undefined;
    }
  | { readonly kind: 'forfeit' | 'disqualification'; readonly player: Slot | 'both' };

type Reason = Outcome['kind'];

export type Result = Outcome & { readonly match: MatchId };
/** Somebody played, so that players can say it. */
export type PlayedEntry = Extract<Result, { readonly kind: 'score' | 'winner' | 'places' }>;

/** A new round with its matches; `isCut`: the first of the knock-out. Who has the bye is in no match. */
export type RoundEntry = {
  readonly kind: 'round';
  readonly round: number;
  readonly matches: readonly (readonly Seed[])[];
  readonly bye: Seed | null;
  readonly isCut?: boolean | undefined;
};

/** Not a result: an undo leaves it. */
type Change =
  | RoundEntry
  /** Takes the last round back, with these matches. */
  | { readonly kind: 'unpublish'; readonly round: number; readonly matches: readonly MatchId[] }
  /** Somebody came late, with the next seed. */
  | { readonly kind: 'join'; readonly seed: Seed }
  /** Who drops is paired no more, until they return. */
  | { readonly kind: 'drop' | 'return'; readonly seed: Seed }
  /** What an organiser changed of the options since the draw. */
  | { readonly kind: 'options'; readonly options: LaterOptions };

/** Append-only. A correction is a later entry for the same match; folding drops what depended on the earlier one. */
export type Entry = Result | { readonly kind: 'clear'; readonly match: MatchId } | { readonly kind: 'undo' } | Change;

/** By the index the store finds who entered it and when. */
export type Numbered<E> = { readonly entry: E; readonly index: number };

/** A result or its clearing, which an undo takes back. */
export type Action = Exclude<Entry, { readonly kind: 'undo' } | Change>;

export const isAction = (entry: Entry): entry is Action => 'match' in entry;

export const otherSlot = (slot: Slot): Slot => (slot === 1 ? 2 : 1);

/** Null when nobody won: a draw, both absent, or a heat. */
export const winnerOf = (outcome: Outcome): Slot | null => {
  switch (outcome.kind) {
    case 'score': {
      const [one, two] = outcome.scores;
      return one === two ? null : one > two ? 1 : 2;
    }
    case 'winner':
      return outcome.winner === 'draw' ? null : outcome.winner;
    case 'places':
      return null;
    default:
      return outcome.player === 'both' ? null : otherSlot(outcome.player);
  }
};

/** Results and clearings that stand: each undo removes the latest, and a round that is taken back its own. */
export const actions = (entries: readonly Entry[]): Numbered<Action>[] => {
  let kept: Numbered<Action>[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'undo') kept.pop();
    else if (entry.kind === 'unpublish') kept = kept.filter((action) => !entry.matches.includes(action.entry.match));
    else if (isAction(entry)) kept.push({ entry, index });
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
  readonly players: readonly Occupant[];
  /** Also by a bye; null while undecided, when nobody advances, and of a draw or a heat. */
  readonly winner: Slot | null;
  /** By slot. */
  readonly scores: readonly (number | null)[] | null;
  /** By slot; null but in a heat. */
  readonly places: readonly number[] | null;
  readonly reason: Reason | null;
  /** Index of the deciding entry; null for undecided, bye, forfeited by a disqualified player. */
  readonly decidedBy: number | null;
  /** Index of the entry that made all slots known, −1 for the draw; null while a slot is unknown. */
  readonly sinceEntry: number | null;
  /** Index plus 1 of the last entry that changed this match, also by undoing another; 0 since the draw. */
  readonly revision: number;
};

/** Both players of a match shared its points. */
export const isDraw = ({ status, winner, reason }: MatchState): boolean =>
  status === 'done' && winner === null && (reason === 'score' || reason === 'winner');

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
  readonly match: MatchId;
  readonly replaced: readonly (readonly [place: number, before: MatchNode | undefined])[];
  readonly earlier: History | null;
};

export type State = {
  readonly graph: Graph;
  readonly entries: readonly Entry[];
  /** In the graph's order. One that is not needed is left out, and is the last. */
  readonly matches: readonly MatchNode[];
  readonly history: History | null;
  readonly dropped: ReadonlySet<Seed>;
  /** Null until decided, when nobody was left to win, and where no match decides it. */
  readonly champion: Seed | null;
  /** Every match is decided, and no round is to come. */
  readonly over: boolean;
};

/** Undefined for an unknown id, or a match that is not needed. */
export const matchIn = (state: State, id: MatchId): MatchNode | undefined =>
  // What is not needed is last in the graph, so omitting it changes no other index.
  state.matches[state.graph.indexOf.get(id) ?? -1];

/** Who neither dropped out nor was disqualified, in the order of seeds. */
export function activeSeeds({ graph, dropped, matches }: Pick<State, 'graph' | 'dropped' | 'matches'>): Seed[] {
  const disqualified = matches.flatMap(({ reason, winner, players }) =>
    reason === 'disqualification' ? players.filter((_, slot) => winner !== slot + 1) : [],
  );
  const out = new Set<Occupant>([...dropped, ...disqualified]);
  return Array.from({ length: graph.entrants }, (_, index) => index + 1).filter((seed) => !out.has(seed));
}

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
