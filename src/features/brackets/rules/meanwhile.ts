/**
 * Two organisers at one bracket: whoever comes second with something else is told what stands now, instead of writing over
 * what they have not seen (behaviour.md section 8).
 */
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Match, Player, SeenMatch } from '../contract.ts';
import type { Outcome } from '../engine/entries.ts';
import type { Drawn } from './drawn.ts';

const samePlayer = (one: Player | null, other: Player | null): boolean =>
  one?.seed === other?.seed && one?.rsvpId === other?.rsvpId;

const samePlayers = (one: SeenMatch, other: SeenMatch): boolean =>
  samePlayer(one.player1, other.player1) && samePlayer(one.player2, other.player2);

const sameResult = (one: SeenMatch, other: SeenMatch): boolean =>
  one.winner === other.winner &&
  one.reason === other.reason &&
  one.player1Score === other.player1Score &&
  one.player2Score === other.player2Score;

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

/** A screen hears of a change, and its organiser sees it, in no less than this. In milliseconds. */
const HEARD_AFTER = 2_000;

type Act = { readonly at: string; readonly by: string | null };

/**
 * Whether what was done can't have been on the screen of who asks now and doesn't say what they saw: another organiser did
 * it only just now. Times are ISO 8601, `by` is the admin session, null where no organiser did it.
 */
export const isUnheard = (done: Act, asked: Act): boolean =>
  done.by !== null && done.by !== asked.by && Date.parse(asked.at) - Date.parse(done.at) < HEARD_AFTER;

/**
 * Whether a result may be entered by somebody who saw the match as `seen`; 'unseen' by whom it can't have been seen as it
 * is, 'present' by whom it can. The same result twice is no clash, as long as it is the same players'.
 */
export const canChangeSince = (
  title: string,
  present: Match,
  seen: SeenMatch | 'present' | 'unseen',
  outcome: Outcome | null,
): Verdict => {
  const same = outcome !== null && standsAlready(present, outcome);
  if (seen === 'present' || (seen === 'unseen' && same)) return null;
  if (seen === 'unseen' || !samePlayers(present, seen)) return changed(title, present);
  return same || sameResult(present, seen) ? null : changed(title, present);
};

/** Told to whoever means to take back something else than what was entered last. */
export const lastIsAnother = (title: string, present: Match): Refusal =>
  new Refusal('CHANGED_MEANWHILE', `What was entered last is another result by now. ${title}: ${standsAs(present)}`);

export const drawnMeanwhile = ({ entrants }: Pick<Drawn, 'entrants'>): Refusal =>
  new Refusal(
    'CHANGED_MEANWHILE',
    `This bracket has just been drawn, for ${entrants.length} players. Look at it before you draw again.`,
  );
