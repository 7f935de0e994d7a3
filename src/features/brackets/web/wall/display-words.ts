import type { Match } from '../../contract.ts';

/** What stands behind a name: the score, or how it went without one. */
export const slotScore = (match: Match, slot: 1 | 2): string => {
  const score = slot === 1 ? match.player1Score : match.player2Score;
  if (score !== null) return String(score);
  if (match.status !== 'done') return '';
  if (match.winner === slot) return 'won';
  return match.reason === 'disqualification' ? 'out' : 'forfeit';
};

/** How much of a column a name needs: one line, two, or two smaller ones. */
export const nameLength = ({ length }: string): 'short' | 'middle' | 'long' => {
  if (length <= 13) return 'short';
  return length <= 24 ? 'middle' : 'long';
};
