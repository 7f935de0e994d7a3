import type { Match, Player } from '../../contract.ts';

const nameOf = (player: Player | null): string => player?.name ?? 'To be decided';

const WITHOUT_SCORE = { score: 'score', forfeit: 'forfeit', disqualification: 'disqualification' } as const;

/** A whole match for those who hear the display. */
export const heardMatch = (match: Match): string => {
  const [one, other] = [nameOf(match.player1), nameOf(match.player2)];
  if (match.status === 'ready') return `${one} against ${other}, ready now.`;
  if (match.status !== 'done') return `${one} against ${other}.`;
  if (match.winner === null) return `${one} and ${other} are both out.`;
  const [won, lost] = match.winner === 1 ? [one, other] : [other, one];
  if (match.player1Score === null) return `${won} won against ${lost}, by ${WITHOUT_SCORE[match.reason ?? 'forfeit']}.`;
  const scores = [match.player1Score, match.player2Score];
  return `${won} won ${(match.winner === 1 ? scores : scores.toReversed()).join(' to ')} against ${lost}.`;
};

/** What stands behind a name: the score, or how it went without one. */
export const slotScore = (match: Match, slot: 1 | 2): string => {
  const score = slot === 1 ? match.player1Score : match.player2Score;
  if (score !== null) return String(score);
  if (match.status !== 'done') return '';
  if (match.winner === slot) return 'won';
  return match.reason === 'disqualification' ? 'out' : 'forfeit';
};
