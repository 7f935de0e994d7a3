/** What a format's rules read of the matches that were played. */
import { eliminationRanks } from './elimination.ts';
import type { Section, Seed } from './graph.ts';
import type { Game } from './pairing-shapes.ts';
import { type Rank, rankedBy } from './rank.ts';
import { isDraw, type MatchNode, type State } from './state.ts';

/** Of these sections, before a knock-out. */
export const matchesBeforeCut = ({ graph, matches }: State, section: Section): MatchNode[] => {
  const from = graph.rounds.find(({ isCut }) => isCut)?.from;
  return matches.slice(0, from).filter(({ match }) => match.bracket === section);
};

/** A decided match of two. */
export function gameOf({ players, winner, scores, reason }: MatchNode, isDrawn: boolean): Game {
  return {
    players: [players[0], players[1]] as [Seed, Seed],
    winner: winner === null ? (isDrawn ? 'draw' : 'nobody') : winner === 1 ? 0 : 1,
    scores: reason === 'score' && scores !== null ? [scores[0] ?? 0, scores[1] ?? 0] : null,
    isPlayed: reason === 'score' || reason === 'winner',
  };
}

export const gamesIn = (matches: readonly MatchNode[]): Game[] =>
  matches.filter(({ status }) => status === 'done').map((match) => gameOf(match, isDraw(match)));

/** How often these two met, in games that are decided or not. */
export function meetings(matches: readonly MatchNode[]): (one: Seed, other: Seed) => number {
  const met = new Map<string, number>();
  for (const { players } of matches) {
    for (const one of players) {
      for (const other of players) {
        if (typeof one !== 'number' || typeof other !== 'number' || one === other) continue;
        met.set(`${one} ${other}`, (met.get(`${one} ${other}`) ?? 0) + 1);
      }
    }
  }
  return (one, other) => met.get(`${one} ${other}`) ?? 0;
}

/** Who played in the knock-out ranks first, in its order; wins, losses and points are those of the rounds alone. */
export function withCut(state: State, ranks: readonly Rank[]): Rank[] {
  const cut = state.graph.rounds.find(({ isCut }) => isCut);
  if (cut === undefined) return [...ranks];
  const matches = state.matches.slice(cut.from);
  const seeds = [...new Set(matches.flatMap(({ players }) => players.filter((who) => typeof who === 'number')))];
  const inCut = new Map(cutRanks(state, matches, seeds).map(({ seed, rank }) => [seed, rank]));
  const first = ranks.filter(({ seed }) => inCut.has(seed));
  const rest = ranks.filter(({ seed }) => !inCut.has(seed));
  const byCut = (one: Rank, other: Rank) => (inCut.get(one.seed) ?? 0) - (inCut.get(other.seed) ?? 0);
  return [
    ...first
      .toSorted((one, other) => byCut(one, other) || one.rank - other.rank)
      .map((rank) => ({ ...rank, rank: inCut.get(rank.seed) ?? 1 })),
    ...rankedBy(rest, (one, other) => one.rank - other.rank, first.length + 1),
  ];
}

/** By the tree, or by the places of a final table. */
function cutRanks(state: State, matches: readonly MatchNode[], seeds: readonly Seed[]): { seed: Seed; rank: number }[] {
  const [only] = matches;
  if (only?.match.bracket !== 'heat') return eliminationRanks(state, matches, seeds);
  const present = only.places?.filter((place) => place > 0).length ?? 0;
  // Who was not there comes after those who were.
  return seeds.map((seed) => ({ seed, rank: only.places?.[only.players.indexOf(seed)] || present + 1 }));
}
