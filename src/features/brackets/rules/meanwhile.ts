/** docs/architecture.md, Two organisers at once */
import { isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Match } from '../contract.ts';
import { type Outcome, winnerOf } from '../engine/state.ts';
import { authorWords, type Bracket, revisionOf, type StoredBracket, shownRevision } from './bracket.ts';

export const standsAs = ({
  player1,
  player2,
  player1Score,
  player2Score,
  players,
  winner,
  status,
  reason,
}: Match): string => {
  if (status === 'ready') return `${listed(players.map(({ name }) => name))} are to play it.`;
  if (status !== 'done') return 'It is still waiting for its players.';
  if (player1Score !== null)
    return `${isolated(player1?.name ?? '')} ${player1Score}, ${isolated(player2?.name ?? '')} ${player2Score}.`;
  if (reason === 'places') {
    const there = players.flatMap((player) => (player.place === null ? [] : { ...player, place: player.place }));
    const placed = there.toSorted((one, other) => one.place - other.place);
    return `${placed.map(({ name, place }) => `${place}. ${isolated(name)}`).join(', ') || 'Nobody was there'}.`;
  }
  if (reason === 'winner') return winner === null ? 'A draw.' : `${(winner === 1 ? player1 : player2)?.name} won.`;
  if (winner === null) return 'Nobody advances.';
  return `${(winner === 1 ? player1 : player2)?.name} advances without playing.`;
};

const changed = ({ title, present, by }: Stale): Refusal =>
  new Refusal(
    'CHANGED_MEANWHILE',
    `${isolated(by ?? 'Another organiser')} has just changed this match. ${title} now: ${standsAs(present)}`,
  );

type Changed = Pick<StoredBracket, 'drawnRevision' | 'drawnBy' | 'lines' | 'entrants'>;

export const changedBy = ({ drawnRevision, drawnBy, lines, entrants }: Changed, revision: number): string | null =>
  authorWords((revision > drawnRevision ? lines[revision - drawnRevision - 1]?.enteredBy : drawnBy) ?? null, entrants);

export const standsAlready = (present: Match, outcome: Outcome): boolean => {
  if (present.status !== 'done' || present.reason !== outcome.kind) return false;
  if (outcome.kind === 'places') {
    const said = present.players.map(({ place, score }) => [place ?? 0, score]);
    const sent = outcome.places.map((place, slot) => [place, outcome.scores?.[slot] ?? null]);
    return JSON.stringify(said) === JSON.stringify(sent);
  }
  if (outcome.kind === 'score') {
    return present.player1Score === outcome.scores[0] && present.player2Score === outcome.scores[1];
  }
  return present.winner === winnerOf(outcome);
};

type Stale = {
  readonly title: string;
  readonly present: Match;
  readonly by: string | null;
  readonly isCurrent: boolean;
  readonly samePlayers: boolean;
  readonly outcome: Outcome | null;
};

/** A stale change that repeats the present result for the same players is allowed. */
export const whyNotChangeSince = (stale: Stale): Verdict => {
  const { present, isCurrent, samePlayers, outcome } = stale;
  if (isCurrent || (samePlayers && outcome !== null && standsAlready(present, outcome))) return null;
  return changed(stale);
};

export function lastIsAnother(bracket: StoredBracket, title: string, present: Match): Refusal {
  const { kind } = bracket.lines.at(-1)?.entry ?? {};
  const by = changedBy(bracket, revisionOf(bracket));
  const did =
    by === null ? '' : `${isolated(by)} ${kind === 'undo' ? 'took back a result' : 'entered another result'}. `;
  return new Refusal('CHANGED_MEANWHILE', `${did}The last result is another one now. ${title}: ${standsAs(present)}`);
}

type Drawn = StoredBracket & Pick<Bracket, 'state'>;

/** `seen` is undefined when the organiser did not say which revision. */
export const whyNotDrawSince = (bracket: Drawn, seen: number | undefined): Verdict => {
  if (seen === undefined || seen === shownRevision(bracket)) return null;
  return new Refusal(
    'CHANGED_MEANWHILE',
    seen < bracket.drawnRevision
      ? `This bracket has just been drawn${bracket.drawnBy?.name ? ` by ${isolated(bracket.drawnBy.name)}` : ''}, for ${bracket.entrants.length} players. Look at it before you draw again.`
      : 'A result of this bracket has just been changed. Look at it before you draw again.',
  );
};

export const whyNotChangeEntrantsSince = (bracket: Drawn, seen: number | undefined): Verdict =>
  seen === undefined || seen === shownRevision(bracket)
    ? null
    : new Refusal(
        'CHANGED_MEANWHILE',
        'Another organiser has just changed this bracket. Look at it before you change its players.',
      );
