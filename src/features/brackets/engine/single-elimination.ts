/** Single elimination: who loses is out. With at least 4 players the losers of the semifinals may play for third place. */
import {
  comingFrom,
  ENTRANTS_OF_A_TREE,
  firstRound,
  pairs,
  treeRanks,
  winnersLabel,
  winnersRounds,
} from './elimination.ts';
import type { Format, Kind } from './format.ts';
import type { MatchId, UnlinkedMatch } from './graph.ts';

export const THIRD_PLACE: MatchId = '3P';

export const singleEliminationKind = {
  type: 'single-elimination',
  label: 'Single elimination',
  entrants: ENTRANTS_OF_A_TREE,
  perMatch: [2, 2],
  options: ['thirdPlace'],
  allowsDraw: false,
} as const satisfies Kind;

/** Leaves a gap for third place between the semifinals and the final. */
const stageOf = (round: number): number => 2 * round;

/** `first`: who meets in the first round, top to bottom. */
export const singleTree = (first: Parameters<typeof winnersRounds>[0], thirdPlace: boolean): UnlinkedMatch[] => {
  const rounds = winnersRounds(first, (round, last) => winnersLabel(round, last, false), stageOf);
  const semifinals = rounds.at(-2);
  const isLarge = first.filter(({ kind }) => kind === 'seed').length >= 4;
  if (!thirdPlace || !isLarge || semifinals === undefined) return rounds.flat();
  const third = pairs(comingFrom('loser', semifinals)).map(
    (slots): UnlinkedMatch => ({
      id: THIRD_PLACE,
      bracket: 'third-place',
      round: 1,
      position: 1,
      label: 'Third place',
      group: null,
      stage: stageOf(rounds.length - 1) + 1,
      slots,
    }),
  );
  return [...rounds.flat(), ...third];
};

export const singleElimination: Format = {
  ...singleEliminationKind,
  build: (entrants, { thirdPlace = false }) => singleTree(firstRound(entrants), thirdPlace),
  standings: treeRanks,
};
