import type { Match } from '../../contract.ts';

/** Text behind a name: the score, or how the match was decided. */
export const slotScore = (match: Match, slot: 1 | 2): string => {
  const score = slot === 1 ? match.player1Score : match.player2Score;
  if (score !== null) return String(score);
  if (match.status !== 'done') return '';
  if (match.winner === slot) return 'won';
  return match.reason === 'disqualification' ? 'out' : 'forfeit';
};

/** Space a name needs in a column: one line, two, or two smaller ones. */
export const nameLength = ({ length }: string): 'short' | 'middle' | 'long' => {
  if (length <= 13) return 'short';
  return length <= 24 ? 'middle' : 'long';
};
