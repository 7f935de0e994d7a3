import { type Named, person } from '#features/audit/rules/people.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Entrant, LeaderboardLine, Match } from '../contract.ts';
import type { MatchId, Target } from '../engine/graph.ts';
import { ranks } from '../engine/standings.ts';
import { type MatchState, matchIn, type Occupant } from '../engine/state.ts';
import type { TableCall } from '../rules/shapes.ts';
import { type Bracket, revisionOf } from './bracket.ts';

/** Unique over all events. An event's id may contain '_', a match's id does not. */
export const sentId = (eventId: string, id: MatchId): string => `${eventId}_${id}`;

/** Null for anything else. The match need not exist. */
export const readId = (sent: string): { eventId: string; match: MatchId } | null => {
  const parts = /^(.+)_([A-Z0-9-]+)$/.exec(sent);
  return parts?.[1] && parts[2] ? { eventId: parts[1], match: parts[2] } : null;
};

export const withSentIds = (eventId: string, verdict: Verdict): Verdict =>
  verdict?.clears === undefined
    ? verdict
    : new Refusal(verdict.code, verdict.message, { clears: verdict.clears.map((match) => sentId(eventId, match)) });

const entrantIn = ({ entrants }: Bracket, who: Occupant): Entrant | null => {
  if (typeof who !== 'number') return null;
  const entrant = entrants[who - 1];
  return entrant === undefined ? null : { id: entrant.id, name: entrant.name, seed: who };
};

const asMatch = (bracket: Bracket, found: MatchState): Match => {
  const { match, players, scores, places, status, sinceEntry } = found;
  const isHeat = match.bracket === 'heat';
  const [one, two] = isHeat ? [null, null] : players.map((who) => entrantIn(bracket, who));
  const [first, second] = isHeat ? [null, null] : (scores ?? []);
  const { eventId, state, drawnAt, drawnRevision, lines } = bracket;
  const next = (to: Target | null) => (to && matchIn(state, to.match) ? sentId(eventId, to.match) : null);
  return {
    id: sentId(eventId, match.id),
    eventId,
    bracket: match.bracket,
    round: match.round,
    position: match.position,
    label: match.label,
    group: match.group,
    players: players.flatMap((who, slot) => {
      const entrant = entrantIn(bracket, who);
      if (entrant === null) return [];
      const dropped = state.dropped.has(entrant.seed) && { dropped: true as const };
      return { ...entrant, score: scores?.[slot] ?? null, place: places?.[slot] || null, ...dropped };
    }),
    player1: one ?? null,
    player2: two ?? null,
    player1Score: first ?? null,
    player2Score: second ?? null,
    winner: found.winner,
    status,
    reason: found.reason,
    // Index -1 is the draw: seeds or byes made the match ready.
    readySince: status === 'ready' && sinceEntry !== null ? (lines[sinceEntry]?.enteredAt ?? drawnAt) : null,
    call: status === 'ready' ? callOf(bracket, match.id) : null,
    nextMatchId: next(match.winnerTo),
    nextLoserMatchId: next(match.loserTo),
    revision: drawnRevision + found.revision,
  };
};

const callOf = ({ calls }: Bracket, match: MatchId): TableCall | null => {
  const call = calls.get(match);
  return call === undefined ? null : { table: call.table, calledAt: call.calledAt };
};

export const seedsOf = ({ players }: MatchState): number[] => players.filter((who) => typeof who === 'number');

export const asMatches = (bracket: Bracket): Match[] => bracket.state.matches.map((found) => asMatch(bracket, found));

/** Includes a match that the entry ended: a correction can make the reset needless. */
export const changedIds = (before: Bracket, after: Bracket): string[] => [
  ...asMatches(after).flatMap(({ id, revision }) => (revision > revisionOf(before) ? [id] : [])),
  ...before.state.matches.flatMap(({ match }) =>
    matchIn(after.state, match.id) === undefined ? [sentId(before.eventId, match.id)] : [],
  ),
];

export const findMatch = (bracket: Bracket, id: MatchId): Match | null => {
  const found = matchIn(bracket.state, id);
  return found === undefined ? null : asMatch(bracket, found);
};

export const asLeaderboard = (bracket: Bracket): LeaderboardLine[] =>
  ranks(bracket.state).map(({ seed, tieBreaks, ...standing }) => ({
    tieBreaks: [...tieBreaks],
    id: `${bracket.eventId}_${seed}`,
    playerName: bracket.entrants[seed - 1]?.name ?? '',
    revision: revisionOf(bracket),
    ...standing,
  }));

/** With the results, so that those that a new draw threw away can be entered again. */
export const auditedDraw = ({ entrants, options, lines }: Bracket) => ({
  players: entrants.map(({ id, name, visitorId }) => person(id, name, visitorId)),
  ...options,
  ...(lines.length === 0 ? {} : { results: lines.map(({ entry }) => entry) }),
});

export function auditedMatch({ entrants }: Bracket, match: Match) {
  const named = (player: Match['player1']): Named | null =>
    player && person(player.id, player.name, entrants[player.seed - 1]?.visitorId ?? null);
  const { id, player1, player2, player1Score, player2Score, winner, reason, players } = match;
  return {
    matchId: id,
    player1: named(player1),
    player2: named(player2),
    player1Score,
    player2Score,
    winner: winner === null ? null : named(winner === 1 ? player1 : player2),
    reason,
    ...(match.bracket === 'heat' && {
      places: players.map((player) => ({ ...named(player), place: player.place, score: player.score })),
    }),
  };
}
