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

type Links = { winnerTo: Target | null; loserTo: Target | null };

/** Derives where winner and loser of each match go from the sources of the slots. */
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

/**
 * Returns the graph for this many players in seed order. Throws RangeError outside 2 to 256; commands must check first
 * (`generate.ts`).
 */
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
