/** Input of the score dialog, and the outcome it describes. */
import { readWhole } from '#platform/numbers.ts';
import type { Match } from '../../contract.ts';
import { badScore } from '../../engine/results.ts';
import { type Outcome, winnerOf } from '../../engine/state.ts';

/** 'played', or why it was not: 'forfeit-1', 'disqualification-both' … */
export type Way = 'played' | `${'forfeit' | 'disqualification'}-${1 | 2 | 'both'}`;

export type Typed = { readonly way: Way; readonly scores: readonly [string, string] };

export const typedFor = ({ status, reason, winner, player1Score, player2Score }: Match): Typed => {
  const scores = [String(player1Score ?? ''), String(player2Score ?? '')] as const;
  if (status !== 'done' || reason === null || reason === 'score') return { way: 'played', scores };
  return { way: `${reason}-${winner === null ? 'both' : winner === 1 ? 2 : 1}`, scores };
};

export const waysFor = ({ player1, player2 }: Match): { value: Way; label: string }[] => {
  const one = player1?.name ?? '';
  const two = player2?.name ?? '';
  return [
    { value: 'played', label: 'Played' },
    { value: 'forfeit-1', label: `${one} did not come (forfeit)` },
    { value: 'forfeit-2', label: `${two} did not come (forfeit)` },
    { value: 'forfeit-both', label: 'Both absent' },
    { value: 'disqualification-1', label: `${one} is disqualified` },
    { value: 'disqualification-2', label: `${two} is disqualified` },
    { value: 'disqualification-both', label: 'Both disqualified' },
  ];
};

const numberOrNaN = (text: string): number => readWhole(text) ?? Number.NaN;

/** Returns the outcome, or a sentence about what is missing. */
export const outcomeOf = ({ way, scores }: Typed): Outcome | string => {
  if (way !== 'played') {
    const [kind, who] = way.split('-') as ['forfeit' | 'disqualification', '1' | '2' | 'both'];
    return { kind, player: who === 'both' ? 'both' : who === '1' ? 1 : 2 };
  }
  if (scores.some((text) => text.trim() === '')) return 'Type both scores first.';
  const outcome = { kind: 'score', scores: [numberOrNaN(scores[0]), numberOrNaN(scores[1])] } as const;
  return badScore(outcome)?.message ?? outcome;
};

/** "Winner: Priya", shown before saving. */
export const winnerWords = ({ player1, player2 }: Match, outcome: Outcome | string): string => {
  if (typeof outcome === 'string') return outcome;
  const winner = winnerOf(outcome);
  return winner === null ? 'Nobody advances.' : `Winner: ${(winner === 1 ? player1 : player2)?.name}`;
};
