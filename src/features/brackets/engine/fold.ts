/**
 * The graph and the list of results make the state; nothing else is kept. `fold` looks at every match once, each after those
 * that feed it; `enter` adds one entry to a state and looks only at the matches it reaches, whose objects alone are
 * new. Both give the same state. When a correction changes who plays a match, what had been entered for it falls by
 * itself (`decide.ts`).
 */
import { decide, UNKNOWN, VOID } from './decide.ts';
import { type Entry, type Numbered, type Result, resultsByMatch } from './entries.ts';
import { GRAND_FINAL, type Graph, type GraphMatch, type MatchId, RESET, type Source } from './graph.ts';
import { type Arrival, type Decision, matchIn, type State } from './state.ts';

const arrival = (graph: Graph, matches: readonly Decision[], source: Source): Arrival => {
  if (source.kind === 'bye') return VOID;
  if (source.kind === 'seed') return { who: source.seed, since: -1, disqualified: false };
  const from = matches[graph.placeOf.get(source.of) ?? -1];
  if (from === undefined) return UNKNOWN;
  // The reset is played only when the winners bracket's champion lost a grand final that was played.
  const needed = source.of !== GRAND_FINAL || (from.status === 'done' && from.winner === 2);
  if (!needed) return UNKNOWN;
  return source.kind === 'winner' ? from.up : from.down;
};

/** Decides one match from those before it, and writes it down; a reset that is not needed is left out. */
const settle = (
  graph: Graph,
  matches: Decision[],
  match: GraphMatch,
  entered: readonly Numbered<Result>[],
): Decision => {
  const [one, two] = match.slots;
  const settled = decide(match, [arrival(graph, matches, one), arrival(graph, matches, two)], entered);
  const place = graph.placeOf.get(match.id) ?? matches.length;
  if (match.id === RESET && settled.players[0] === null) matches.length = place;
  else matches[place] = settled;
  return settled;
};

const stateOf = (graph: Graph, entries: readonly Entry[], matches: readonly Decision[]): State => {
  // Who won the last match that exists, the third place aside.
  const last = matches.findLast(({ match }) => match.bracket !== 'third-place');
  const champion = last?.winner ? last.players[last.winner - 1] : null;
  // From the end, where what is still to come is found at once.
  const left = matches.findLastIndex(({ status }) => status === 'waiting' || status === 'ready');
  return { graph, entries, matches, champion: typeof champion === 'number' ? champion : null, over: left === -1 };
};

/** The state after these entries, each of which `canEnter` allowed when it was appended. */
export function fold(graph: Graph, entries: readonly Entry[]): State {
  const entered = resultsByMatch(entries);
  const matches: Decision[] = [];
  for (const match of graph.matches) settle(graph, matches, match, entered.get(match.id) ?? []);
  return stateOf(graph, entries, matches);
}

const sameArrival = (one: Arrival, other: Arrival): boolean =>
  one.who === other.who && one.since === other.since && one.disqualified === other.disqualified;

/** Settles one match again, and those behind it as far as somebody else arrives there, or at another time. */
const follow = (graph: Graph, matches: Decision[], id: MatchId, entered?: readonly Numbered<Result>[]): void => {
  const place = graph.placeOf.get(id) ?? -1;
  const match = graph.matches[place];
  if (match === undefined) return;
  const before = matches[place];
  const after = settle(graph, matches, match, entered ?? before?.standing ?? []);
  if (before === undefined) return;
  if (match.winnerTo && !sameArrival(before.up, after.up)) follow(graph, matches, match.winnerTo.match);
  if (match.loserTo && !sameArrival(before.down, after.down)) follow(graph, matches, match.loserTo.match);
};

/** The state after one more entry: the same as folding the longer list. */
export function enter(state: State, entry: Entry): State {
  const { graph } = state;
  // One copy of the exact length; a spread with one more behind it copies twice, which the benchmark notices.
  const entries = state.entries.toSpliced(state.entries.length, 0, entry);
  // What an undo brings back is known only from the whole list.
  if (entry.kind === 'undo') return fold(graph, entries);
  const before = matchIn(state, entry.match)?.standing ?? [];
  const matches = [...state.matches];
  follow(graph, matches, entry.match, entry.kind === 'clear' ? [] : [...before, { entry, index: entries.length - 1 }]);
  return stateOf(graph, entries, matches);
}
