/** A bracket as people read it: its rounds in the order of play, what each match is called, who is next, who has won. */
import { groupBy } from '#platform/lists.ts';
import type { Entrant, Match } from '../../contract.ts';
import { isOpenFor } from '../../rules/entrants.ts';

export type Round = {
  /** Unique in a bracket: 'winners-1'. */
  readonly key: string;
  readonly bracket: Match['bracket'];
  readonly label: string;
  readonly matches: readonly Match[];
};

/** Returns whether anybody plays in it; the first losers round of nine players, for example, has only byes. */
const isShown = (round: readonly Match[]): boolean =>
  round.some(
    ({ bracket, status, player1, player2 }) =>
      status !== 'bye' || (bracket !== 'losers' && (player1 !== null || player2 !== null)),
  );

/** In the order in which the matches are sent: winners, losers, finals, third place. */
export const roundsIn = (matches: readonly Match[]): Round[] =>
  [...groupBy(matches, ({ bracket, round }) => `${bracket}-${round}`)].flatMap(([key, round]) => {
    const [first] = round;
    if (first === undefined || !isShown(round)) return [];
    // A round of a round robin has the matches of all groups.
    const label = first.bracket === 'group' ? `Round ${first.round}` : first.label;
    return [{ key, bracket: first.bracket, label, matches: round }];
  });

/** Returns the rounds that are drawn side by side: rounds, groups, winners and finals; losers; third place. */
export const lanesIn = (rounds: readonly Round[]): [main: Round[], losers: Round[], third: Round[]] => [
  rounds.filter(({ bracket }) => bracket !== 'losers' && bracket !== 'third-place'),
  rounds.filter(({ bracket }) => bracket === 'losers'),
  rounds.filter(({ bracket }) => bracket === 'third-place'),
];

/** As `matchTitle` in engine/graph.ts: "Losers round 2, match 3"; the label alone when the round has only one match. */
export const titleIn = ({ matches }: Round, { bracket, label, position }: Match): string =>
  matches.length === 1 ? label : `${label}, ${bracket === 'heat' ? 'heat' : 'match'} ${position}`;

/** Every match's title by id. */
export const titlesIn = (rounds: readonly Round[]): Map<string, string> =>
  new Map(rounds.flatMap((round) => round.matches.map((match) => [match.id, titleIn(round, match)])));

/** Two states of a match with the same key have the same result. */
const resultKey = ({ status, winner, reason, players }: Match): string =>
  JSON.stringify([status === 'done', winner, reason, players.map(({ score, place }) => [score, place])]);

/**
 * Returns the first match with another result than before; undefined without one. Players who move because of it come later
 * in the list.
 */
export const firstChangedResult = (before: readonly Match[], after: readonly Match[]): Match | undefined => {
  const known = new Map(before.map((match) => [match.id, resultKey(match)]));
  return after.find((match) => known.has(match.id) && known.get(match.id) !== resultKey(match));
};

/** As `revisionOf` in rules/bracket.ts: returns the bracket's revision; 0 before it is drawn. */
export const revisionOf = (matches: readonly Match[]): number =>
  Math.max(0, ...matches.map(({ revision }) => revision));

/** The number of the last round that is published; 0 before any. */
export const lastRoundIn = (matches: readonly Match[]): number => Math.max(0, ...matches.map(({ round }) => round));

/**
 * Returns the match that decides the tournament. Undefined when several lead nowhere: then the leaderboard decides, as `hasFinal`
 * in engine/build.ts says.
 */
const TREE: readonly Match['bracket'][] = ['winners', 'losers', 'final'];
const finalOf = (matches: readonly Match[]): Match | undefined => {
  const last = matches.filter(({ bracket, nextMatchId }) => TREE.includes(bracket) && nextMatchId === null);
  return last.length === 1 ? last[0] : undefined;
};

/** Returns the winner of the final. Null until decided, when nobody was left to win, and in formats without a final. */
export const championOf = (matches: readonly Match[]): Entrant | null => {
  const final = finalOf(matches);
  if (final === undefined || final.winner === null) return null;
  return final.winner === 1 ? final.player1 : final.player2;
};

/** Returns whether it is over and everyone who could have won was absent or disqualified. */
export const nobodyWon = (matches: readonly Match[]): boolean =>
  finalOf(matches) !== undefined &&
  championOf(matches) === null &&
  matches.every(({ bracket, status }) => bracket === 'third-place' || status === 'done' || status === 'bye');

/** Returns what can be played now, longest wait first; equals in the order of the bracket. */
export const waitingLongest = (matches: readonly Match[]): Match[] =>
  matches
    .filter(({ status }) => status === 'ready')
    .toSorted((one, other) => Date.parse(one.readySince ?? '') - Date.parse(other.readySince ?? ''));

/** Returns the slot of one of these entrants in a match, from 1. */
export const slotOf = (
  { bracket, player1, player2, players }: Match,
  entrantIds: ReadonlySet<string>,
): number | null => {
  const slots = bracket === 'heat' ? players : [player1, player2];
  const slot = slots.findIndex((player) => player !== null && entrantIds.has(player.id)) + 1;
  return slot === 0 ? null : slot;
};

/** The match an RSVP plays or waits for next; undefined when it has none left. */
export const nextMatchOf = (matches: readonly Match[], entrantId: string): Match | undefined =>
  matches.find((match) => isOpenFor(match, entrantId));

/** Returns where winners and losers of a round go; null when there is nothing to say. */
export const wayOnWords = ({ matches }: Round, all: readonly Match[]): string | null => {
  const shown = new Map(roundsIn(all).flatMap((round) => round.matches.map((match) => [match.id, round.label])));
  const labelOf = (key: 'nextMatchId' | 'nextLoserMatchId') => {
    let id = matches.find((match) => match[key] !== null)?.[key];
    // Skips hidden rounds of byes.
    while (id != null && !shown.has(id)) id = all.find((match) => match.id === id)?.nextMatchId;
    return id == null ? undefined : shown.get(id);
  };
  const up = labelOf('nextMatchId');
  const down = labelOf('nextLoserMatchId');
  const many = matches.length > 1;
  const parts = [
    up && `${many ? 'Winners go' : 'The winner goes'} on to: ${up}.`,
    down && `${many ? 'Losers go' : 'The loser goes'} to: ${down}.`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(' ');
};

/** A match between two byes has no players; only its place in the tree remains. */
export const isEmpty = ({ status, player1, player2 }: Match): boolean =>
  status === 'bye' && player1 === null && player2 === null;

/**
 * Shape of the lines to the next column: paired or straight; none past a skipped round or when winners stay. The big screen has
 * `lineShape`, which also knows rounds that are left out.
 */
export const nextOf = ({ matches }: Round, next: Round | undefined): 'pairs' | 'straight' | undefined => {
  if (matches.every(({ nextMatchId }) => nextMatchId === null)) return undefined;
  if (next?.matches.length === matches.length) return 'straight';
  return next && next.matches.length * 2 === matches.length ? 'pairs' : undefined;
};
