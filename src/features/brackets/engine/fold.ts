/**
 * Computes a bracket's state from its graph and its list of entries; only these two are stored. `enter` adds one entry:
 * it settles the entry's match and those behind it whose players change, gives exactly these a new revision, and keeps
 * the replaced ones for an undo. `fold` enters the whole list.
 */
import { decide, UNKNOWN, VOID } from './decide.ts';
import type { Entry, Numbered, Result } from './entries.ts';
import { GRAND_FINAL, type Graph, type GraphMatch, type MatchId, RESET, type Source } from './graph.ts';
import type { Arrival, History, MatchNode, State } from './state.ts';

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

/** Decides one match from those before it and stores it in `matches`; omits a reset that is not needed. */
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

/** Decides one match again, and those after it as long as their players change. */
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

/** Restores what the latest entry replaced. */
const takeBack = (matches: MatchNode[], { replaced }: History, revision: number): void => {
  // A match that was decided twice returns to its state before the first time.
  for (const [index, before] of replaced.toReversed()) {
    if (before === undefined) matches.length = index;
    else matches[index] = { ...before, revision };
  }
};

/** Applies one entry, the `revision`th of the list, to `matches`. Returns the history with it. */
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

/** Returns the state after these entries, each of which `whyNotEnter` allowed when it was appended. */
export function fold(graph: Graph, entries: readonly Entry[]): State {
  const matches: MatchNode[] = [];
  for (const match of graph.matches) settle(graph, matches, match, [], 0);
  let history: History | null = null;
  for (const [index, entry] of entries.entries()) history = apply(graph, matches, history, entry, index + 1);
  return stateOf(graph, entries, matches, history);
}

/** Returns the state after one more entry: the same as folding the longer list. */
export function enter(state: State, entry: Entry): State {
  const { graph } = state;
  // toSpliced copies once; a spread with an added element copies twice, which the benchmark shows.
  const entries = state.entries.toSpliced(state.entries.length, 0, entry);
  const matches = [...state.matches];
  const history = apply(graph, matches, state.history, entry, entries.length);
  return stateOf(graph, entries, matches, history);
}
