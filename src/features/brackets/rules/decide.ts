/**
 * One match: from who arrived and what was entered to its state and who leaves it. A result stands only when it was
 * entered after the match became ready: an earlier one was for other players. A void moves nobody down and lets the
 * other on without a win. A disqualified player forfeits every later match as it comes, and does not pass a void.
 */
import { type Numbered, otherSlot, type Result, winnerOf } from './entries.ts';
import type { GraphMatch, Seed, Slot } from './graph.ts';
import type { MatchState, Occupant, Status } from './state.ts';

/** Who comes into a slot, and the index of the entry since which that holds (−1: since the draw). */
export type Arrival = { readonly who: Occupant; readonly since: number };
export type Arrivals = readonly [Arrival, Arrival];

/** Who goes where winners and losers of the match go; null while that is open. */
export type Decision = { readonly state: MatchState; readonly up: Arrival | null; readonly down: Arrival | null };

const blank = (match: GraphMatch, [first, second]: Arrivals, status: Status): MatchState => ({
  match,
  status,
  players: [first.who, second.who],
  winner: null,
  scores: null,
  reason: null,
  decidedBy: null,
  since: first.who === null || second.who === null ? null : Math.max(first.since, second.since),
});

const open = (state: MatchState): Decision => ({ state, up: null, down: null });

const passBye = (state: MatchState, disqualified: ReadonlySet<Seed>): Decision => {
  if (state.since === null) return open(state);
  const place = state.players.findIndex((who) => who !== 'void' && who !== null && !disqualified.has(who));
  return {
    state: { ...state, winner: place === -1 ? null : place === 0 ? 1 : 2 },
    up: { who: state.players[place] ?? 'void', since: state.since },
    down: { who: 'void', since: state.since },
  };
};

/** Where nobody won, voids go both ways. */
const leave = (state: MatchState, winner: Slot | null, upSince: number, downSince: number): Decision => ({
  state: { ...state, status: 'done', winner },
  up: { who: winner === null ? 'void' : (state.players[winner - 1] ?? 'void'), since: upSince },
  down: { who: winner === null ? 'void' : (state.players[otherSlot(winner) - 1] ?? 'void'), since: downSince },
});

/** Since when the last result's effect holds: a corrected score with the same winner changes nothing for others. */
const heldSince = (results: readonly Numbered<Result>[], last: Result, same: typeof sameWinner): number =>
  results[results.findLastIndex(({ entry }) => !same(entry, last)) + 1]?.index ?? -1;

const sameWinner = (one: Result, other: Result): boolean => winnerOf(one) === winnerOf(other);

const sameLoser = (one: Result, other: Result): boolean =>
  sameWinner(one, other) && (one.kind === 'disqualification') === (other.kind === 'disqualification');

/** `entered` is oldest first; players whom this match disqualifies are added to `disqualified`. */
export function decide(
  match: GraphMatch,
  arrivals: Arrivals,
  entered: readonly Numbered<Result>[],
  disqualified: Set<Seed>,
): Decision {
  const [one, two] = [arrivals[0].who, arrivals[1].who];
  if (one === 'void' || two === 'void') return passBye(blank(match, arrivals, 'bye'), disqualified);
  if (one === null || two === null) return open(blank(match, arrivals, 'waiting'));
  const ready = blank(match, arrivals, 'ready');
  const since = ready.since ?? -1;
  if (disqualified.has(one) || disqualified.has(two)) {
    const winner = !disqualified.has(one) ? 1 : !disqualified.has(two) ? 2 : null;
    return leave({ ...ready, reason: 'disqualification' }, winner, since, since);
  }
  const standing = entered.filter(({ index }) => index > since);
  const last = standing.at(-1);
  if (last === undefined) return open(ready);
  const { entry, index } = last;
  const winner = winnerOf(entry);
  if (entry.kind === 'disqualification') {
    if (winner !== 1) disqualified.add(one);
    if (winner !== 2) disqualified.add(two);
  }
  const scores = entry.kind === 'score' ? entry.scores : null;
  const upSince = heldSince(standing, entry, sameWinner);
  const downSince = heldSince(standing, entry, sameLoser);
  return leave({ ...ready, scores, reason: entry.kind, decidedBy: index }, winner, upSince, downSince);
}
