/**
 * Only the graph and the entries are stored. `enter` settles the entry's match and those behind it whose players
 * change, gives exactly these a new revision, and keeps the replaced ones for an undo.
 */

import { GRAND_FINAL, type Graph, type GraphMatch, type MatchId, RESET, type Source } from './graph.ts';
import {
  type Arrival,
  type Entry,
  type History,
  type MatchNode,
  type Numbered,
  type Result,
  type State,
  type Status,
  winnerOf,
} from './state.ts';

/**
 * A result counts only when it was entered after the match became ready: an earlier one was for other players. A void
 * sends nobody down and lets the other player advance without a win. A disqualified player forfeits every later match,
 * and cannot advance through a void.
 */
export const UNKNOWN: Arrival = { who: null, sinceEntry: -1, disqualified: false };
export const VOID: Arrival = { who: 'void', sinceEntry: -1, disqualified: false };

type Arrivals = readonly [Arrival, Arrival];

const undecided = (match: GraphMatch, [one, two]: Arrivals, status: Status, revision: number): MatchNode => ({
  match,
  status,
  revision,
  players: [one.who, two.who],
  winner: null,
  scores: null,
  reason: null,
  decidedBy: null,
  sinceEntry: one.who === null || two.who === null ? null : Math.max(one.sinceEntry, two.sinceEntry),
  up: UNKNOWN,
  down: UNKNOWN,
  validResults: [],
});

const passBye = (bye: MatchNode, arrivals: Arrivals): MatchNode => {
  if (bye.sinceEntry === null) return bye;
  const nobody = { ...VOID, sinceEntry: bye.sinceEntry };
  const moving = arrivals.findIndex(({ who, disqualified }) => who !== 'void' && !disqualified);
  const up = arrivals[moving];
  if (up === undefined) return { ...bye, up: nobody, down: nobody };
  return { ...bye, winner: moving === 0 ? 1 : 2, up: { ...up, sinceEntry: bye.sinceEntry }, down: nobody };
};

type Resolution = Pick<MatchNode, 'winner' | 'scores' | 'reason' | 'decidedBy' | 'validResults'> & {
  readonly upSince: number;
  readonly downSince: number;
};

/** Without a winner, voids go both ways. */
const advance = (
  ready: MatchNode,
  { winner, scores, reason, decidedBy, validResults, upSince, downSince }: Resolution,
): MatchNode => {
  const [one, two] = ready.players;
  const [up, down] =
    winner === null ? (['void', 'void'] as const) : winner === 1 ? ([one, two] as const) : ([two, one] as const);
  return {
    match: ready.match,
    status: 'done',
    revision: ready.revision,
    players: ready.players,
    winner,
    scores,
    reason,
    decidedBy,
    sinceEntry: ready.sinceEntry,
    up: { who: up, sinceEntry: upSince, disqualified: false },
    down: { who: down, sinceEntry: downSince, disqualified: reason === 'disqualification' },
    validResults,
  };
};

const sameWinner = (one: Result, other: Result): boolean => winnerOf(one) === winnerOf(other);

const sameLoser = (one: Result, other: Result): boolean =>
  sameWinner(one, other) && (one.kind === 'disqualification') === (other.kind === 'disqualification');

/** A corrected score with the same winner changes nothing for later matches. */
const heldSince = (validResults: readonly Numbered<Result>[], last: Result, same: typeof sameWinner): number =>
  validResults[validResults.findLastIndex(({ entry }) => !same(entry, last)) + 1]?.index ?? -1;

/** `results`: since the match was last cleared, oldest first; those that no longer count may be missing. */
export function decide(
  match: GraphMatch,
  arrivals: Arrivals,
  results: readonly Numbered<Result>[],
  revision: number,
): MatchNode {
  const [one, two] = arrivals;
  if (one.who === 'void' || two.who === 'void') return passBye(undecided(match, arrivals, 'bye', revision), arrivals);
  if (one.who === null || two.who === null) return undecided(match, arrivals, 'waiting', revision);
  const ready = undecided(match, arrivals, 'ready', revision);
  const sinceEntry = Math.max(one.sinceEntry, two.sinceEntry);
  if (one.disqualified || two.disqualified) {
    const winner = !one.disqualified ? 1 : !two.disqualified ? 2 : null;
    const unplayed = { scores: null, reason: 'disqualification', decidedBy: null, validResults: [] } as const;
    return advance(ready, { ...unplayed, winner, upSince: sinceEntry, downSince: sinceEntry });
  }
  const validResults = results.filter(({ index }) => index > sinceEntry);
  const last = validResults.at(-1);
  if (last === undefined) return ready;
  const { entry, index } = last;
  return advance(ready, {
    winner: winnerOf(entry),
    scores: entry.kind === 'score' ? entry.scores : null,
    reason: entry.kind,
    decidedBy: index,
    validResults,
    upSince: heldSince(validResults, entry, sameWinner),
    downSince: heldSince(validResults, entry, sameLoser),
  });
}

const arrival = (graph: Graph, matches: readonly MatchNode[], source: Source): Arrival => {
  if (source.kind === 'bye') return VOID;
  if (source.kind === 'seed') return { who: source.seed, sinceEntry: -1, disqualified: false };
  const from = matches[graph.indexOf.get(source.of) ?? -1];
  if (from === undefined) return UNKNOWN;
  // A bye also makes slot 2 the winner of the grand final, but needs no reset.
  const needed = source.of !== GRAND_FINAL || (from.status === 'done' && from.winner === 2);
  if (!needed) return UNKNOWN;
  return source.kind === 'winner' ? from.up : from.down;
};

const settle = (
  graph: Graph,
  matches: MatchNode[],
  match: GraphMatch,
  entered: readonly Numbered<Result>[],
  revision: number,
): MatchNode => {
  const [one, two] = match.slots;
  const settled = decide(match, [arrival(graph, matches, one), arrival(graph, matches, two)], entered, revision);
  const index = graph.indexOf.get(match.id) ?? matches.length;
  if (match.id === RESET && settled.players[0] === null) matches.length = index;
  else matches[index] = settled;
  return settled;
};

const stateOf = (
  graph: Graph,
  entries: readonly Entry[],
  matches: readonly MatchNode[],
  history: History | null,
): State => {
  // The final is the last existing match, except third place.
  const last = graph.hasFinal ? matches.findLast(({ match }) => match.bracket !== 'third-place') : undefined;
  const winner = last?.winner ? last.players[last.winner - 1] : null;
  const champion = typeof winner === 'number' ? winner : null;
  // Searched from the end, where matches are decided last.
  const open = matches.findLastIndex(({ status }) => status === 'waiting' || status === 'ready');
  return { graph, entries, matches, history, champion, over: open === -1 };
};

const sameArrival = (one: Arrival, other: Arrival): boolean =>
  one.who === other.who && one.sinceEntry === other.sinceEntry && one.disqualified === other.disqualified;

const sameMatch = (one: MatchNode, other: MatchNode): boolean =>
  one.status === other.status &&
  one.players[0] === other.players[0] &&
  one.players[1] === other.players[1] &&
  one.winner === other.winner &&
  one.reason === other.reason &&
  one.decidedBy === other.decidedBy &&
  one.sinceEntry === other.sinceEntry &&
  sameArrival(one.up, other.up) &&
  sameArrival(one.down, other.down);

type Change = {
  readonly graph: Graph;
  readonly matches: MatchNode[];
  readonly replaced: [index: number, before: MatchNode | undefined][];
  readonly revision: number;
};

const follow = (change: Change, id: MatchId, entered?: readonly Numbered<Result>[]): void => {
  const { graph, matches, replaced, revision } = change;
  const index = graph.indexOf.get(id) ?? -1;
  const match = graph.matches[index];
  if (match === undefined) return;
  const before = matches[index];
  const after = settle(graph, matches, match, entered ?? before?.validResults ?? [], revision);
  if (before !== undefined && sameMatch(before, after)) {
    matches[index] = before;
    return;
  }
  replaced.push([index, before]);
  if (before === undefined) return;
  if (match.winnerTo && !sameArrival(before.up, after.up)) follow(change, match.winnerTo.match);
  if (match.loserTo && !sameArrival(before.down, after.down)) follow(change, match.loserTo.match);
};

const takeBack = (matches: MatchNode[], { replaced }: History, revision: number): void => {
  // A match that was decided twice returns to its state before the first time.
  for (const [index, before] of replaced.toReversed()) {
    if (before === undefined) matches.length = index;
    else matches[index] = { ...before, revision };
  }
};

function apply(
  graph: Graph,
  matches: MatchNode[],
  history: History | null,
  entry: Entry,
  revision: number,
): History | null {
  if (entry.kind === 'undo') {
    if (history !== null) takeBack(matches, history, revision);
    return history?.earlier ?? null;
  }
  const before = matches[graph.indexOf.get(entry.match) ?? -1]?.validResults ?? [];
  const change: Change = { graph, matches, replaced: [], revision };
  follow(change, entry.match, entry.kind === 'clear' ? [] : [...before, { entry, index: revision - 1 }]);
  return { replaced: change.replaced, earlier: history };
}

export function fold(graph: Graph, entries: readonly Entry[]): State {
  const matches: MatchNode[] = [];
  for (const match of graph.matches) settle(graph, matches, match, [], 0);
  let history: History | null = null;
  for (const [index, entry] of entries.entries()) history = apply(graph, matches, history, entry, index + 1);
  return stateOf(graph, entries, matches, history);
}

/** The same as folding the longer list. */
export function enter(state: State, entry: Entry): State {
  const { graph } = state;
  // toSpliced copies once; a spread with an added element copies twice, which the benchmark shows.
  const entries = state.entries.toSpliced(state.entries.length, 0, entry);
  const matches = [...state.matches];
  const history = apply(graph, matches, state.history, entry, entries.length);
  return stateOf(graph, entries, matches, history);
}
