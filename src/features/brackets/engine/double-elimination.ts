/** Double elimination: who loses twice is out. The reset is played only when the winners bracket's champion loses the grand final. */
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
import type { MatchId, Source, UnlinkedMatch } from './graph.ts';

export const GRAND_FINAL: MatchId = 'GF';
export const RESET: MatchId = 'GR';

export const doubleEliminationKind = {
  type: 'double-elimination',
  label: 'Double elimination',
  entrants: ENTRANTS_OF_A_TREE,
  perMatch: [2, 2],
  options: [],
  allowsDraw: false,
} as const satisfies Kind;

export const losersLabel = (round: number, rounds: number): string =>
  round === rounds ? 'Losers final' : `Losers round ${round}`;

export const losersId = (round: number, position: number): MatchId => `L${round}-${position}`;

/** W1 L1 W2 L2 L3 W3 L4 L5 W4 …, then the finals. */
const winnersStage = (round: number): number => (round === 1 ? 0 : 3 * round - 4);
const losersStage = (round: number): number => Math.floor((3 * round) / 2);

const swapped = <T>(list: readonly T[]): T[] => [...list.slice(list.length / 2), ...list.slice(0, list.length / 2)];

/**
 * The order in which losers of this winners round (from 1) drop, so that old opponents meet again late. Started at
 * round 2, the cycle would send losers of round 2 back to those they had beaten.
 */
export const dropOrder = <T>(winnersRound: number, list: readonly T[]): T[] => {
  switch (winnersRound % 4) {
    case 1:
      return [...list];
    case 2:
      return list.toReversed();
    case 3:
      return swapped(list.toReversed());
    default:
      return swapped(list);
  }
};

const losersRound = (round: number, rounds: number, slots: readonly [Source, Source][]): UnlinkedMatch[] =>
  slots.map((pair, index) => ({
    id: losersId(round, index + 1),
    bracket: 'losers',
    round,
    position: index + 1,
    label: losersLabel(round, rounds),
    stage: losersStage(round),
    group: null,
    slots: pair,
  }));

/** Two for each winners round after the first: among the survivors, then against those who drop. */
const losersRounds = (winners: readonly (readonly UnlinkedMatch[])[]): UnlinkedMatch[][] => {
  const [first = [], ...later] = winners;
  const rounds = 2 * later.length;
  const losers: UnlinkedMatch[][] = [];
  let survivors = comingFrom('loser', first);
  for (const [index, round] of later.entries()) {
    const among = losersRound(2 * index + 1, rounds, pairs(survivors));
    const dropping = dropOrder(index + 2, comingFrom('loser', round));
    const against = losersRound(
      2 * index + 2,
      rounds,
      comingFrom('winner', among).map((stays, at): [Source, Source] => [dropping[at] ?? { kind: 'bye' }, stays]),
    );
    losers.push(among, against);
    survivors = comingFrom('winner', against);
  }
  return losers;
};

const finalMatch = (round: 1 | 2, stage: number, slots: [Source, Source]): UnlinkedMatch => ({
  id: round === 1 ? GRAND_FINAL : RESET,
  bracket: 'final',
  round,
  position: 1,
  label: round === 1 ? 'Grand final' : 'Grand final reset',
  stage,
  group: null,
  slots,
  ...(round === 2 && { onlyIf: { of: GRAND_FINAL, winner: 2 } }),
});

/**
 * Double elimination. For k winners rounds the losers bracket has 2(k − 1): in odd rounds its own players meet, in even
 * rounds losers of the winners bracket drop in.
 */
const doubleTree = (entrants: number): UnlinkedMatch[] => {
  const winners = winnersRounds(firstRound(entrants), (round, last) => winnersLabel(round, last, true), winnersStage);
  const losers = losersRounds(winners);
  const last = winners.at(-1) ?? [];
  const [unbeaten = { kind: 'bye' }] = comingFrom('winner', last);
  // With two players, the loser of the only match is the losers bracket's champion.
  const [onceBeaten = { kind: 'bye' }] = comingFrom('winner', losers.at(-1) ?? []).concat(comingFrom('loser', last));
  const stage = 3 * winners.length + 1;
  return [
    ...winners.flat(),
    ...losers.flat(),
    finalMatch(1, stage, [unbeaten, onceBeaten]),
    finalMatch(2, stage + 1, [
      { kind: 'loser', of: GRAND_FINAL },
      { kind: 'winner', of: GRAND_FINAL },
    ]),
  ];
};

export const doubleElimination: Format = {
  ...doubleEliminationKind,
  build: doubleTree,
  standings: treeRanks,
};
