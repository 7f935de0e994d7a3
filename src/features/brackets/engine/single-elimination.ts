/**
 * Single elimination: one loss eliminates. The losers of the semifinals may play for third place, with at least 4
 * players.
 */
import { type MatchId, type Source, THIRD_PLACE, type UnlinkedMatch, winnersLabel } from './graph.ts';
import { firstRound, roundsOf } from './seeding.ts';

export const winnersId = (round: number, position: number): MatchId => `W${round}-${position}`;

/** Leaves a gap for third place between the semifinals and the final. */
const stageOf = (round: number): number => 2 * round;

/** Groups slots in pairs. */
export const pairs = (sources: readonly Source[]): [Source, Source][] =>
  Array.from({ length: sources.length / 2 }, (_, pair) => [
    sources[2 * pair] ?? { kind: 'bye' },
    sources[2 * pair + 1] ?? { kind: 'bye' },
  ]);

/** Returns the winners of these matches in order, or their losers. */
export const comingFrom = (kind: 'winner' | 'loser', matches: readonly UnlinkedMatch[]): Source[] =>
  matches.map(({ id }) => ({ kind, of: id }));

/** Returns the winners bracket round by round; the same in both tournament types. */
export const winnersRounds = (
  entrants: number,
  labelOf: (round: number, rounds: number) => string,
  stage: (round: number) => number,
): UnlinkedMatch[][] => {
  const rounds = roundsOf(entrants);
  const drawn: UnlinkedMatch[][] = [];
  let sources = firstRound(entrants);
  for (let round = 1; round <= rounds; round += 1) {
    const matches = pairs(sources).map(
      (slots, index): UnlinkedMatch => ({
        id: winnersId(round, index + 1),
        bracket: 'winners',
        round,
        position: index + 1,
        label: labelOf(round, rounds),
        stage: stage(round),
        slots,
      }),
    );
    drawn.push(matches);
    sources = comingFrom('winner', matches);
  }
  return drawn;
};

export const singleElimination = (entrants: number, thirdPlace: boolean): UnlinkedMatch[] => {
  const rounds = winnersRounds(entrants, (round, last) => winnersLabel(round, last, false), stageOf);
  const semifinals = rounds.at(-2);
  if (!thirdPlace || entrants < 4 || semifinals === undefined) return rounds.flat();
  const third = pairs(comingFrom('loser', semifinals)).map(
    (slots): UnlinkedMatch => ({
      id: THIRD_PLACE,
      bracket: 'third-place',
      round: 1,
      position: 1,
      label: 'Third place',
      stage: stageOf(rounds.length - 1) + 1,
      slots,
    }),
  );
  return [...rounds.flat(), ...third];
};
