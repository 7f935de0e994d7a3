/** Input of the score dialog, and the outcome it describes. */
import { listed, readWhole } from '#platform/numbers.ts';
import type { Match } from '../../contract.ts';
import { badScore } from '../../engine/results.ts';
import { type Outcome, winnerOf } from '../../engine/state.ts';
import { placesOf } from '../../rules/places.ts';

/** 'played' with its score; who won without one, 'winner-1', 'winner-draw'; or why it was not played: 'forfeit-1', 'disqualification-both' … */
export type Way = 'played' | `winner-${1 | 2 | 'draw'}` | `${'forfeit' | 'disqualification'}-${1 | 2 | 'both'}`;

/** Of a heat. */
export type Seat = { readonly place: string; readonly score: string; readonly isAbsent: boolean };
/** `scores` of a match of two, `seats` of a heat, in the order of its players. */
export type Typed = {
  readonly way: Way;
  readonly scores: readonly [string, string];
  readonly seats: readonly Seat[];
};

/** Places that followed from scores follow from them again. */
function seatsOf({ players, status }: Match): Seat[] {
  const hasScores = players.some(({ score }) => score !== null);
  return players.map(({ place, score, dropped }) => ({
    place: hasScores || place === null ? '' : String(place),
    score: String(score ?? ''),
    isAbsent: dropped === true || (status === 'done' && place === null),
  }));
}

export const typedFor = (match: Match): Typed => {
  const { status, reason, winner, player1Score, player2Score } = match;
  const seats = seatsOf(match);
  const scores = [String(player1Score ?? ''), String(player2Score ?? '')] as const;
  if (status !== 'done' || reason === null || reason === 'score' || reason === 'places')
    return { way: 'played', scores, seats };
  if (reason === 'winner') return { way: `winner-${winner ?? 'draw'}`, scores, seats };
  return { way: `${reason}-${winner === null ? 'both' : winner === 1 ? 2 : 1}`, scores, seats };
};

/** Only a tree must know who goes on. */
export const mayDraw = ({ bracket }: Match): boolean => bracket === 'group' || bracket === 'round';

export const waysFor = (match: Match): { value: Way; label: string }[] => {
  const { player1, player2 } = match;
  const one = player1?.name ?? '';
  const two = player2?.name ?? '';
  return [
    { value: 'played', label: 'Played' },
    { value: 'winner-1', label: `${one} won (no score)` },
    { value: 'winner-2', label: `${two} won (no score)` },
    ...(mayDraw(match) ? [{ value: 'winner-draw', label: 'A draw (no score)' } as const] : []),
    { value: 'forfeit-1', label: `${one} did not come (forfeit)` },
    { value: 'forfeit-2', label: `${two} did not come (forfeit)` },
    { value: 'forfeit-both', label: 'Both absent' },
    { value: 'disqualification-1', label: `${one} is disqualified` },
    { value: 'disqualification-2', label: `${two} is disqualified` },
    { value: 'disqualification-both', label: 'Both disqualified' },
  ];
};

const numberOrNaN = (text: string): number => readWhole(text) ?? Number.NaN;

/** A place for each who was there, or a score for each: then the places follow. */
function heatOutcome(seats: readonly Seat[]): Outcome | string {
  const there = seats.filter(({ isAbsent }) => !isAbsent);
  const hasAll = (field: 'place' | 'score') => there.every((seat) => seat[field].trim() !== '');
  if (!hasAll('place') && !hasAll('score')) return 'Give everybody a place, or everybody a score.';
  const read = seats.map(({ isAbsent, place, score }) =>
    isAbsent ? undefined : { place: hasAll('place') ? numberOrNaN(place) : null, score: readWhole(score) },
  );
  if (
    read.some((seat) => seat?.place !== null && seat !== undefined && !(seat.place >= 1 && seat.place <= seats.length))
  )
    return `A place is a number from 1 to ${seats.length}.`;
  const scores = read.map((seat) => seat?.score ?? null);
  return {
    kind: 'places',
    places: placesOf(read),
    ...(scores.some((score) => score !== null) && { scores }),
  };
}

/** Returns the outcome, or a sentence about what is missing. */
export const outcomeOf = (match: Match, { way, scores, seats }: Typed): Outcome | string => {
  if (match.bracket === 'heat') return heatOutcome(seats);
  if (way === 'winner-1' || way === 'winner-2' || way === 'winner-draw')
    return { kind: 'winner', winner: way === 'winner-draw' ? 'draw' : way === 'winner-1' ? 1 : 2 };
  if (way !== 'played') {
    const [kind, who] = way.split('-') as ['forfeit' | 'disqualification', '1' | '2' | 'both'];
    return { kind, player: who === 'both' ? 'both' : who === '1' ? 1 : 2 };
  }
  if (scores.some((text) => text.trim() === '')) return 'Type both scores first.';
  const outcome = { kind: 'score', scores: [numberOrNaN(scores[0]), numberOrNaN(scores[1])] } as const;
  return badScore(outcome, mayDraw(match))?.message ?? outcome;
};

/** "Winner: Priya", shown before saving. */
export const winnerWords = ({ player1, player2, players }: Match, outcome: Outcome | string): string => {
  if (typeof outcome === 'string') return outcome;
  if (outcome.kind === 'places') {
    const first = players.filter((_, slot) => outcome.places[slot] === 1);
    return first.length === 0 ? 'Nobody was there.' : `First: ${listed(first.map(({ name }) => name))}`;
  }
  const winner = winnerOf(outcome);
  if (winner === null && (outcome.kind === 'winner' || outcome.kind === 'score')) return 'A draw.';
  return winner === null ? 'Nobody advances.' : `Winner: ${(winner === 1 ? player1 : player2)?.name}`;
};
