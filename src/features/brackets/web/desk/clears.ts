/**
 * What a correction would clear, told from the matches as a screen has them. The server decides by its list of results;
 * here that list is written anew from what stands, which clears the same.
 */
import type { Match } from '../../contract.ts';
import { build } from '../../engine/build.ts';
import type { Entry, Outcome } from '../../engine/entries.ts';
import { fold } from '../../engine/fold.ts';
import type { BuildOptions } from '../../engine/graph.ts';
import { cleared } from '../../engine/results.ts';
import { readId } from '../../rules/wire.ts';

const placeOf = ({ id }: Pick<Match, 'id'>): string => readId(id)?.match ?? '';

const entryOf = (match: Match): Entry[] => {
  const { status, reason, winner, player1Score, player2Score } = match;
  if (status !== 'done' || reason === null) return [];
  if (reason !== 'score') {
    return [{ kind: reason, match: placeOf(match), player: winner === null ? 'both' : winner === 1 ? 2 : 1 }];
  }
  return [{ kind: 'score', match: placeOf(match), scores: [player1Score ?? 0, player2Score ?? 0] }];
};

const optionsOf = (matches: readonly Match[]): BuildOptions => ({
  tournamentType: matches.some(({ bracket }) => bracket === 'final') ? 'double-elimination' : 'single-elimination',
  thirdPlace: matches.some(({ bracket }) => bracket === 'third-place'),
});

const entrantsIn = (matches: readonly Match[]): number =>
  Math.max(...matches.flatMap(({ player1, player2 }) => [player1?.seed ?? 0, player2?.seed ?? 0]));

/** The matches whose results a new outcome of one match, or none, would clear. `matches`: all, as they are sent. */
export const wouldClear = (matches: readonly Match[], id: string, outcome: Outcome | { kind: 'clear' }): Match[] => {
  const state = fold(build(entrantsIn(matches), optionsOf(matches)), matches.flatMap(entryOf));
  const places = new Set(cleared(state, { ...outcome, match: placeOf({ id }) }));
  return matches.filter((match) => places.has(placeOf(match)));
};
