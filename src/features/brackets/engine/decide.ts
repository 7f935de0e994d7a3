/**
 * Decides one match: from its players and entries to its state and who leaves it. A result counts only when it was
 * entered after the match became ready: an earlier one was for other players. A void sends nobody down and lets the
 * other player advance without a win. A disqualified player forfeits every later match, and cannot advance through a
 * void.
 */
import { type Numbered, type Result, winnerOf } from './entries.ts';
import type { GraphMatch } from './graph.ts';
import type { Arrival, MatchNode, Status } from './state.ts';

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

/** How a match was decided: the deciding entry, if there is one, and since when its players have moved on. */
type Resolution = Pick<MatchNode, 'winner' | 'scores' | 'reason' | 'decidedBy' | 'validResults'> & {
  readonly upSince: number;
  readonly downSince: number;
};

/** Sends both players on; without a winner, voids go both ways. */
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

/** Since when the last result holds: a corrected score with the same winner changes nothing for later matches. */
const heldSince = (validResults: readonly Numbered<Result>[], last: Result, same: typeof sameWinner): number =>
  validResults[validResults.findLastIndex(({ entry }) => !same(entry, last)) + 1]?.index ?? -1;

/** `results` are those entered since the match was last cleared, oldest first; those that no longer count may be missing. */
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
