/**
 * The graph and the list of results make the state; nothing else is kept. One pass, each match after those that feed it, so
 * folding a whole tournament again after every result is cheap and no state can drift from its list. When a
 * correction changes who plays a match, what had been entered for it falls by itself (`decide.ts`).
 */
import { type Arrival, decide } from './decide.ts';
import { type Entry, resultsByMatch } from './entries.ts';
import { type Graph, RESET, type Seed, type Source, type Target } from './graph.ts';
import type { MatchState, State } from './state.ts';

const UNKNOWN: Arrival = { who: null, since: -1 };
const VOID: Arrival = { who: 'void', since: -1 };

const fromDraw = (source: Source): Arrival => {
  if (source.kind === 'seed') return { who: source.seed, since: -1 };
  return source.kind === 'bye' ? VOID : UNKNOWN;
};

/** The reset is played only when the winners bracket's champion lost a grand final that was played. */
const goesOn = ({ match, status, winner }: MatchState): boolean =>
  match.winnerTo?.match !== RESET || (status === 'done' && winner === 2);

/** Who won the last match that exists, the third place aside. */
const championOf = (matches: readonly MatchState[]): Seed | null => {
  const last = matches.findLast(({ match }) => match.bracket !== 'third-place');
  const champion = last?.winner ? last.players[last.winner - 1] : null;
  return typeof champion === 'number' ? champion : null;
};

/** The state after these entries, which were each allowed by `canEnter` when they were appended. */
export function fold(graph: Graph, entries: readonly Entry[]): State {
  const results = resultsByMatch(entries);
  const disqualified = new Set<Seed>();
  const arrivals = graph.matches.map(({ slots }): [Arrival, Arrival] => [fromDraw(slots[0]), fromDraw(slots[1])]);
  const send = (to: Target | null, arrival: Arrival | null) => {
    const slots = to && arrivals[graph.placeOf.get(to.match) ?? -1];
    if (slots && arrival) slots[to.slot - 1] = arrival;
  };
  const matches: MatchState[] = [];
  for (const [place, match] of graph.matches.entries()) {
    const arrived = arrivals[place] ?? [UNKNOWN, UNKNOWN];
    if (match.id === RESET && arrived[0].who === null) continue;
    const { state, up, down } = decide(match, arrived, results.get(match.id) ?? [], disqualified);
    matches.push(state);
    if (!goesOn(state)) continue;
    send(match.winnerTo, up);
    send(match.loserTo, down);
  }
  const over = matches.every(({ status }) => status === 'done' || status === 'bye');
  return { graph, entries, matches, champion: championOf(matches), over };
}
