/** Builds the fixed graph of a bracket for 2 to 256 players (docs/behaviour.md "Tournaments"). */
import { doubleElimination } from './double-elimination.ts';
import type { BuildOptions, Graph, MatchId, Target, TournamentType, UnlinkedMatch } from './graph.ts';
import { ENTRANTS } from './seeding.ts';
import { singleElimination } from './single-elimination.ts';

/** One builder per format. Matches come after those that feed them. */
const BUILDERS: Readonly<Record<TournamentType, (entrants: number, thirdPlace: boolean) => UnlinkedMatch[]>> = {
  'single-elimination': singleElimination,
  'double-elimination': doubleElimination,
};

type Ways = { winnerTo: Target | null; loserTo: Target | null };

/** Derives where winner and loser of each match go from the sources of the slots. */
const waysOn = (drawn: readonly UnlinkedMatch[], placeOf: ReadonlyMap<MatchId, number>): Ways[] => {
  const ways = drawn.map((): Ways => ({ winnerTo: null, loserTo: null }));
  for (const { id, slots } of drawn) {
    for (const slot of [1, 2] as const) {
      const source = slots[slot - 1];
      const way = source && 'of' in source && ways[placeOf.get(source.of) ?? -1];
      if (way) way[source.kind === 'winner' ? 'winnerTo' : 'loserTo'] = { match: id, slot };
    }
  }
  return ways;
};

/**
 * Returns the graph for this many players in seed order. Throws RangeError outside 2 to 256; commands must check first
 * (`generate.ts`).
 */
export function build(entrants: number, { tournamentType, thirdPlace = false }: BuildOptions): Graph {
  if (!Number.isInteger(entrants) || entrants < ENTRANTS.min || entrants > ENTRANTS.max) {
    throw new RangeError(`A bracket has ${ENTRANTS.min} to ${ENTRANTS.max} players, not ${entrants}`);
  }
  const drawn = BUILDERS[tournamentType](entrants, thirdPlace);
  const placeOf = new Map(drawn.map(({ id }, place) => [id, place]));
  const ways = waysOn(drawn, placeOf);
  const matches = drawn.map((match, place) => ({
    ...match,
    winnerTo: ways[place]?.winnerTo ?? null,
    loserTo: ways[place]?.loserTo ?? null,
  }));
  return { entrants, tournamentType, matches, placeOf };
}
