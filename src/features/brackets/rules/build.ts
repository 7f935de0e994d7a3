/** From a number of players and the options to the fixed graph. 2 to 256 players (behaviour.md section 8). */
import { doubleElimination } from './double-elimination.ts';
import type { BuildOptions, Drawn, Graph, MatchId, Target } from './graph.ts';
import { ENTRANTS } from './seeding.ts';
import { singleElimination } from './single-elimination.ts';

/** Where the winner and the loser of each match go, read backwards from where the slots come from. */
const targets = (matches: readonly Drawn[]): Map<string, Target> => {
  const found = new Map<string, Target>();
  for (const { id, slots } of matches) {
    for (const [index, source] of slots.entries()) {
      if (source.kind === 'winner' || source.kind === 'loser') {
        found.set(`${source.kind} ${source.of}`, { match: id, slot: index === 0 ? 1 : 2 });
      }
    }
  }
  return found;
};

/**
 * The graph for this many players in seed order. Throws RangeError outside 2 to 256, which a command must have refused
 * before (`generate.ts`).
 */
export function build(entrants: number, { tournamentType, thirdPlace = false }: BuildOptions): Graph {
  if (!Number.isInteger(entrants) || entrants < ENTRANTS.min || entrants > ENTRANTS.max) {
    throw new RangeError(`A bracket has ${ENTRANTS.min} to ${ENTRANTS.max} players, not ${entrants}`);
  }
  const drawn =
    tournamentType === 'double-elimination' ? doubleElimination(entrants) : singleElimination(entrants, thirdPlace);
  const to = targets(drawn);
  const matches = drawn.map((match) => ({
    ...match,
    winnerTo: to.get(`winner ${match.id}`) ?? null,
    loserTo: to.get(`loser ${match.id}`) ?? null,
  }));
  const placeOf = new Map<MatchId, number>(matches.map(({ id }, place) => [id, place]));
  return { entrants, tournamentType, matches, placeOf };
}
