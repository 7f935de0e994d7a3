/** What the audit stores of brackets and matches: people with their names at that time, short enough for a list. */
import { type Named, person } from '#features/audit/rules/people.ts';
import type { Match } from '../contract.ts';
import type { Bracket } from './bracket.ts';

/** With the results, so that what a new draw threw away is known and can be entered again. */
export const auditNamesOfDraw = ({ entrants, options, lines }: Bracket) => ({
  players: entrants.map(({ id, name, visitorId }) => person(id, name, visitorId)),
  ...options,
  ...(lines.length === 0 ? {} : { results: lines.map(({ entry }) => entry) }),
});

export function auditNamesOfMatch({ entrants }: Bracket, match: Match) {
  const named = (player: Match['player1']): Named | null =>
    player && person(player.id, player.name, entrants[player.seed - 1]?.visitorId ?? null);
  const { id, player1, player2, player1Score, player2Score, winner, reason } = match;
  return {
    matchId: id,
    player1: named(player1),
    player2: named(player2),
    player1Score,
    player2Score,
    winner: winner === null ? null : named(winner === 1 ? player1 : player2),
    reason,
  };
}
