/** What the audit stores of brackets and matches: names at that time, short enough for a list. */
import type { Match } from '../contract.ts';
import type { Bracket } from './bracket.ts';

/** With the results, so that what a new draw threw away is known and can be entered again. */
export const auditNamesOfDraw = ({ entrants, options, lines }: Bracket) => ({
  players: entrants.map(({ name }) => name).join(', '),
  ...options,
  ...(lines.length === 0 ? {} : { results: lines.map(({ entry }) => entry) }),
});

export const auditNamesOfMatch = ({ id, player1, player2, player1Score, player2Score, winner, reason }: Match) => ({
  matchId: id,
  player1: player1?.name ?? null,
  player2: player2?.name ?? null,
  player1Score,
  player2Score,
  winner: winner === null ? null : ((winner === 1 ? player1 : player2)?.name ?? null),
  reason,
});
