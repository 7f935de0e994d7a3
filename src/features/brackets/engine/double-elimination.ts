/**
 * Double elimination: two losses eliminate. For k winners rounds the losers bracket has 2(k − 1): in odd rounds its own
 * players meet, in even rounds the losers of the winners bracket drop in. The two champions meet in the grand final;
 * the reset is played only when the winners bracket's champion loses it.
 */
import {
  GRAND_FINAL,
  losersLabel,
  type MatchId,
  RESET,
  type Source,
  type UnlinkedMatch,
  winnersLabel,
} from './graph.ts';
import { comingFrom, pairs, winnersRounds } from './single-elimination.ts';

export const losersId = (round: number, position: number): MatchId => `L${round}-${position}`;

/** Stages in the order of play: W1 L1 W2 L2 L3 W3 L4 L5 W4 … and then the finals. */
const winnersStage = (round: number): number => (round === 1 ? 0 : 3 * round - 4);
const losersStage = (round: number): number => Math.floor((3 * round) / 2);

const swapped = <T>(list: readonly T[]): T[] => [...list.slice(list.length / 2), ...list.slice(0, list.length / 2)];

/**
 * Returns `list` in the order in which losers of this winners round (from 1) drop, so that old opponents meet again late. The
 * cycle counts from winners round 1, whose losers meet each other in their order; started at round 2, it would send the losers of
 * round 2 back to those they had beaten.
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
    slots: pair,
  }));

/** Two rounds for each winners round after the first: among the survivors, then against those who drop. */
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
  slots,
});

export const doubleElimination = (entrants: number): UnlinkedMatch[] => {
  const winners = winnersRounds(entrants, (round, last) => winnersLabel(round, last, true), winnersStage);
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
