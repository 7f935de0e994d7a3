/** docs/behaviour.md "Tournaments" */
import {
  type BuildOptions,
  GRAND_FINAL,
  type Graph,
  losersLabel,
  type MatchId,
  RESET,
  type Seed,
  type Source,
  type Target,
  THIRD_PLACE,
  type TournamentType,
  type UnlinkedMatch,
  winnersLabel,
} from './graph.ts';

export const ENTRANTS = { min: 2, max: 256 } as const;

const roundsOf = (entrants: number): number => Math.ceil(Math.log2(entrants));

export const bracketSize = (entrants: number): number => 2 ** roundsOf(entrants);

/** Top to bottom; `size` is a power of two. */
/**
 * Seed order by doubling (1–8, 4–5, 2–7, 3–6): paired seeds sum to size + 1, so that seeds 1 and 2 can only meet in the
 * final. Seeds beyond the number of players are byes, so top seeds get them.
 */
export const seedOrder = (size: number): Seed[] =>
  size === 1 ? [1] : seedOrder(size / 2).flatMap((seed) => [seed, size + 1 - seed]);

export const firstRound = (entrants: number): Source[] =>
  seedOrder(bracketSize(entrants)).map((seed) => (seed <= entrants ? { kind: 'seed', seed } : { kind: 'bye' }));

export const winnersId = (round: number, position: number): MatchId => `W${round}-${position}`;

/** Leaves a gap for third place between the semifinals and the final. */
const stageOf = (round: number): number => 2 * round;

const pairs = (sources: readonly Source[]): [Source, Source][] =>
  Array.from({ length: sources.length / 2 }, (_, pair) => [
    sources[2 * pair] ?? { kind: 'bye' },
    sources[2 * pair + 1] ?? { kind: 'bye' },
  ]);

const comingFrom = (kind: 'winner' | 'loser', matches: readonly UnlinkedMatch[]): Source[] =>
  matches.map(({ id }) => ({ kind, of: id }));

const winnersRounds = (
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

/** Single elimination. With at least 4 players the losers of the semifinals may play for third place. */
const singleElimination = (entrants: number, thirdPlace: boolean): UnlinkedMatch[] => {
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
  slots,
});

/**
 * Double elimination. For k winners rounds the losers bracket has 2(k − 1): in odd rounds its own players meet, in even
 * rounds losers of the winners bracket drop in. The reset is played only when the winners bracket's champion loses the
 * grand final.
 */
const doubleElimination = (entrants: number): UnlinkedMatch[] => {
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

/** Matches come after those that feed them. */
const BUILDERS: Readonly<Record<TournamentType, (entrants: number, thirdPlace: boolean) => UnlinkedMatch[]>> = {
  'single-elimination': singleElimination,
  'double-elimination': doubleElimination,
};

type Links = { winnerTo: Target | null; loserTo: Target | null };

const linksOf = (unlinked: readonly UnlinkedMatch[], indexOf: ReadonlyMap<MatchId, number>): Links[] => {
  const links = unlinked.map((): Links => ({ winnerTo: null, loserTo: null }));
  for (const { id, slots } of unlinked) {
    for (const slot of [1, 2] as const) {
      const source = slots[slot - 1];
      const link = source && 'of' in source && links[indexOf.get(source.of) ?? -1];
      if (link) link[source.kind === 'winner' ? 'winnerTo' : 'loserTo'] = { match: id, slot };
    }
  }
  return links;
};

/** Throws RangeError outside 2 to 256 players; commands check first. */
export function build(entrants: number, { tournamentType, thirdPlace = false }: BuildOptions): Graph {
  if (!Number.isInteger(entrants) || entrants < ENTRANTS.min || entrants > ENTRANTS.max) {
    throw new RangeError(`A bracket has ${ENTRANTS.min} to ${ENTRANTS.max} players, not ${entrants}`);
  }
  const unlinked = BUILDERS[tournamentType](entrants, thirdPlace);
  const indexOf = new Map(unlinked.map(({ id }, index) => [id, index]));
  const links = linksOf(unlinked, indexOf);
  const matches = unlinked.map((match, index) => ({
    ...match,
    winnerTo: links[index]?.winnerTo ?? null,
    loserTo: links[index]?.loserTo ?? null,
  }));
  const last = matches.filter(({ bracket, winnerTo }) => bracket !== 'third-place' && winnerTo === null);
  return { entrants, tournamentType, matches, hasFinal: last.length === 1, indexOf };
}
