/**
 * Only the graph and the entries are stored. `enter` settles the entry's match and those behind it whose players
 * change, gives exactly these a new revision, and keeps the replaced ones for an undo.
 */

import { withLate, withOptions, withoutRound, withRound } from './build.ts';
import { formatOf } from './formats.ts';
import type { Graph, GraphMatch, MatchId, Seed, Source } from './graph.ts';
import {
  type Action,
  type Arrival,
  activeSeeds,
  type Entry,
  type History,
  type MatchNode,
  type Numbered,
  type Occupant,
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

type Arrivals = readonly Arrival[];

/** Null while somebody is not known. */
const knownSince = ({ since = -1 }: GraphMatch, arrivals: Arrivals): number | null =>
  arrivals.some(({ who }) => who === null) ? null : Math.max(since, ...arrivals.map(({ sinceEntry }) => sinceEntry));

const undecided = (match: GraphMatch, arrivals: Arrivals, status: Status, revision: number): MatchNode => ({
  match,
  status,
  revision,
  players: arrivals.map(({ who }) => who),
  winner: null,
  scores: null,
  places: null,
  reason: null,
  decidedBy: null,
  sinceEntry: knownSince(match, arrivals),
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

type Resolution = Pick<MatchNode, 'winner' | 'scores' | 'places' | 'reason' | 'decidedBy' | 'validResults'> & {
  readonly upSince: number;
  readonly downSince: number;
};

/** Without a winner, voids go both ways. */
const advance = (
  ready: MatchNode,
  { winner, scores, places, reason, decidedBy, validResults, upSince, downSince }: Resolution,
): MatchNode => {
  const [one = 'void', two = 'void'] = ready.players;
  const [up, down]: readonly Occupant[] = winner === null ? ['void', 'void'] : winner === 1 ? [one, two] : [two, one];
  return {
    match: ready.match,
    status: 'done',
    revision: ready.revision,
    players: ready.players,
    winner,
    scores,
    places,
    reason,
    decidedBy,
    sinceEntry: ready.sinceEntry,
    up: { who: up ?? 'void', sinceEntry: upSince, disqualified: false },
    down: { who: down ?? 'void', sinceEntry: downSince, disqualified: reason === 'disqualification' },
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
  if (arrivals.some(({ who }) => who === 'void')) return passBye(undecided(match, arrivals, 'bye', revision), arrivals);
  const sinceEntry = knownSince(match, arrivals);
  if (sinceEntry === null) return undecided(match, arrivals, 'waiting', revision);
  const ready = undecided(match, arrivals, 'ready', revision);
  if (arrivals.some(({ disqualified }) => disqualified)) {
    const [one, two] = arrivals;
    const winner = !one?.disqualified ? 1 : !two?.disqualified ? 2 : null;
    const nothing = { scores: null, places: null, decidedBy: null, validResults: [] } as const;
    const unplayed = { ...nothing, reason: 'disqualification' } as const;
    return advance(ready, { ...unplayed, winner, upSince: sinceEntry, downSince: sinceEntry });
  }
  const validResults = results.filter(({ index }) => index > sinceEntry);
  const last = validResults.at(-1);
  if (last === undefined) return ready;
  const { entry, index } = last;
  return advance(ready, {
    winner: winnerOf(entry),
    scores: entry.kind === 'score' || entry.kind === 'places' ? (entry.scores ?? null) : null,
    places: entry.kind === 'places' ? entry.places : null,
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
  return source.kind === 'winner' ? from.up : from.down;
};

/** A bye also makes slot 2 the winner of a grand final, but needs no reset. */
const isPlayed = ({ indexOf }: Graph, matches: readonly MatchNode[], { onlyIf }: GraphMatch): boolean => {
  if (onlyIf === undefined) return true;
  const from = matches[indexOf.get(onlyIf.of) ?? -1];
  return from?.status === 'done' && from.winner === onlyIf.winner;
};

const settle = (
  graph: Graph,
  matches: MatchNode[],
  match: GraphMatch,
  entered: readonly Numbered<Result>[],
  revision: number,
): MatchNode => {
  const index = graph.indexOf.get(match.id) ?? matches.length;
  const isNeeded = isPlayed(graph, matches, match);
  const arrivals = match.slots.map((source) => (isNeeded ? arrival(graph, matches, source) : UNKNOWN));
  const settled = decide(match, arrivals, entered, revision);
  if (isNeeded) matches[index] = settled;
  else matches.length = index;
  return settled;
};

const isOpen = ({ status }: MatchNode): boolean => status === 'waiting' || status === 'ready';

/** How many rounds were published before the cut; the whole of a round robin. */
export const roundsPlayed = ({ matches, rounds }: Graph): number => {
  const cut = rounds.find(({ isCut }) => isCut);
  return matches.slice(0, cut?.from).reduce((most, { round }) => Math.max(most, round), 0);
};

/** The number of the last round, the knock-out's first included; 0 before any. */
export const lastRound = (graph: Graph): number => Math.max(roundsPlayed(graph), graph.rounds.at(-1)?.round ?? 0);

export const hasCut = ({ rounds }: Graph): boolean => rounds.some(({ isCut }) => isCut);

/** What can be published next; null when nothing is to come. Whether every match is decided is not asked. */
export function nextStage({
  graph,
  dropped,
  matches,
}: Pick<State, 'graph' | 'dropped' | 'matches'>): 'round' | 'cut' | null {
  const { rounds, cuts = [] } = formatOf(graph.options.tournamentType);
  if (hasCut(graph) || activeSeeds({ graph, dropped, matches }).length < 2) return null;
  if (rounds !== undefined && roundsPlayed(graph) < rounds.count(graph.entrants, graph.options)) return 'round';
  return cuts.includes(graph.options.cut ?? 0) ? 'cut' : null;
}

const stateOf = (folding: Folding, entries: readonly Entry[]): State => {
  const { graph, matches, history, dropped } = folding;
  // Searched from the end, where matches are decided last.
  const over = matches.findLastIndex(isOpen) === -1 && nextStage({ graph, dropped, matches }) === null;
  // The final is the last match that is needed, except third place.
  const last = graph.hasFinal ? matches.findLast(({ match }) => match.bracket !== 'third-place') : undefined;
  const winner = last?.winner ? last.players[last.winner - 1] : null;
  const champion = typeof winner === 'number' ? winner : null;
  return { graph, entries, matches, history, dropped, champion, over };
};

const sameArrival = (one: Arrival, other: Arrival): boolean =>
  one.who === other.who && one.sinceEntry === other.sinceEntry && one.disqualified === other.disqualified;

const sameMatch = (one: MatchNode, other: MatchNode): boolean =>
  one.status === other.status &&
  one.match === other.match &&
  one.players.every((who, slot) => who === other.players[slot]) &&
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

type Folding = {
  readonly graph: Graph;
  readonly matches: MatchNode[];
  readonly history: History | null;
  readonly dropped: ReadonlySet<Seed>;
};

const enterAction = ({ graph, matches, history }: Folding, entry: Action, revision: number): History => {
  const before = matches[graph.indexOf.get(entry.match) ?? -1]?.validResults ?? [];
  const change: Change = { graph, matches, replaced: [], revision };
  follow(change, entry.match, entry.kind === 'clear' ? [] : [...before, { entry, index: revision - 1 }]);
  return { match: entry.match, replaced: change.replaced, earlier: history };
};

/** Without the steps of these matches, which are gone. */
function historyWithout(history: History | null, gone: readonly MatchId[]): History | null {
  if (history === null) return null;
  const earlier = historyWithout(history.earlier, gone);
  if (gone.includes(history.match)) return earlier;
  return earlier === history.earlier ? history : { ...history, earlier };
}

/** Settles what a graph has more than the one before, or otherwise. */
function regraph(folding: Folding, graph: Graph, revision: number): Folding {
  const matches = folding.matches.slice(0, graph.matches.length);
  for (const [index, match] of graph.matches.entries()) {
    if (matches[index]?.match !== match) settle(graph, matches, match, [], revision);
  }
  return { ...folding, graph, matches };
}

function apply(folding: Folding, entry: Entry, revision: number): Folding {
  const { graph, matches, history, dropped } = folding;
  switch (entry.kind) {
    case 'undo':
      if (history !== null) takeBack(matches, history, revision);
      return { ...folding, history: history?.earlier ?? null };
    case 'round':
      return regraph(folding, withRound(graph, entry, revision - 1), revision);
    case 'unpublish':
      return {
        ...regraph(folding, withoutRound(graph, entry.round), revision),
        history: historyWithout(history, entry.matches),
      };
    case 'join':
      return regraph(folding, withLate(graph, { seed: entry.seed, since: revision - 1, dropped }), revision);
    case 'drop':
      return { ...folding, dropped: new Set([...dropped, entry.seed]) };
    case 'return':
      return { ...folding, dropped: new Set([...dropped].filter((seed) => seed !== entry.seed)) };
    case 'options':
      return { ...folding, graph: withOptions(graph, entry.options) };
    default:
      return { ...folding, history: enterAction(folding, entry, revision) };
  }
}

export function fold(graph: Graph, entries: readonly Entry[]): State {
  let folding: Folding = { graph, matches: [], history: null, dropped: new Set() };
  for (const match of graph.matches) settle(graph, folding.matches, match, [], 0);
  for (const [index, entry] of entries.entries()) folding = apply(folding, entry, index + 1);
  return stateOf(folding, entries);
}

/** The same as folding the longer list. */
export function enter(state: State, entry: Entry): State {
  // toSpliced copies once; a spread with an added element copies twice, which the benchmark shows.
  const entries = state.entries.toSpliced(state.entries.length, 0, entry);
  const { graph, history, dropped } = state;
  return stateOf(apply({ graph, matches: [...state.matches], history, dropped }, entry, entries.length), entries);
}
