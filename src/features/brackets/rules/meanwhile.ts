/**
 * Two organisers at one bracket: whoever comes second with something else is told what stands now, instead of writing over
 * what they have not seen (behaviour.md section 8).
 */
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Match } from '../contract.ts';
import type { Outcome } from '../engine/entries.ts';
import type { StoredBracket } from './bracket.ts';

/** A match in one sentence, as it stands. */
export const standsAs = ({ player1, player2, player1Score, player2Score, winner, status }: Match): string => {
  if (status === 'ready') return `${player1?.name} and ${player2?.name} are to play it.`;
  if (status !== 'done') return 'It is still waiting for its players.';
  if (player1Score !== null) return `${player1?.name} ${player1Score}, ${player2?.name} ${player2Score}.`;
  if (winner === null) return 'Nobody goes on.';
  return `${(winner === 1 ? player1 : player2)?.name} goes on without playing.`;
};

const changed = (title: string, present: Match): Refusal =>
  new Refusal(
    'CHANGED_MEANWHILE',
    `Another organiser has changed this match meanwhile. ${title} now: ${standsAs(present)}`,
  );

/** Whether exactly this stands already: entering it again says nothing new. */
export const standsAlready = (present: Match, outcome: Outcome): boolean => {
  if (present.status !== 'done' || present.reason !== outcome.kind) return false;
  if (outcome.kind === 'score') {
    return present.player1Score === outcome.scores[0] && present.player2Score === outcome.scores[1];
  }
  return present.winner === (outcome.player === 'both' ? null : outcome.player === 1 ? 2 : 1);
};

type Stale = {
  readonly title: string;
  readonly present: Match;
  /** Whether the organiser saw the match as it is. */
  readonly isCurrent: boolean;
  /** Whether the organiser saw the same players. */
  readonly samePlayers: boolean;
  /** Null to clear the result. */
  readonly outcome: Outcome | null;
};

/** Refuses a change of a match that the organiser did not see as it is, unless it says what stands already. */
export const canChangeSince = ({ title, present, isCurrent, samePlayers, outcome }: Stale): Verdict => {
  if (isCurrent || (samePlayers && outcome !== null && standsAlready(present, outcome))) return null;
  return changed(title, present);
};

/** The entry that would be undone is not the last one that the organiser saw. */
export const lastIsAnother = (title: string, present: Match): Refusal =>
  new Refusal('CHANGED_MEANWHILE', `What was entered last is another result by now. ${title}: ${standsAs(present)}`);

/** The bracket has changed since the organiser saw it at revision `seen`. */
export const drawnMeanwhile = ({ entrants, drawnRevision }: StoredBracket, seen: number): Refusal =>
  new Refusal(
    'CHANGED_MEANWHILE',
    seen < drawnRevision
      ? `This bracket has just been drawn, for ${entrants.length} players. Look at it before you draw again.`
      : 'A result of this bracket has just been changed. Look at it before you draw again.',
  );
