/** Round robin: everybody of a group meets everybody once. */
import { ENTRANTS_OF_A_TREE } from './elimination.ts';
import type { Format, Kind } from './format.ts';
import { gamesIn, matchesBeforeCut, withCut } from './games.ts';
import type { UnlinkedMatch } from './graph.ts';
import { circle, groupCut, groupName, groupStandings, groupsOf } from './group-rules.ts';
import { type Rank, rankedBy } from './rank.ts';
import { activeSeeds, type State } from './state.ts';

export const roundRobinKind = {
  type: 'round-robin',
  label: 'Round robin',
  entrants: ENTRANTS_OF_A_TREE,
  perMatch: [2, 2],
  options: ['groupSize', 'cut', 'minutes'],
  allowsDraw: true,
  keepsWhoDrops: true,
  cuts: [2, 4, 8, 16],
} as const satisfies Kind;

const titleOf = (group: string | null, round: number): string =>
  group === null ? `Round ${round}` : `Group ${group}, round ${round}`;

/** Round by round, in each the groups one after the other. */
function build(entrants: number, groupSize: number | undefined): UnlinkedMatch[] {
  const groups = groupsOf(entrants, groupSize);
  const drawn = groups.map(circle);
  const rounds = Math.max(...drawn.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, at) => {
    const pairs = drawn.flatMap((group, index) =>
      (group[at]?.pairs ?? []).map((pair) => ({ pair, group: groupName(index, groups.length) })),
    );
    return pairs.map(
      ({ pair, group }, index): UnlinkedMatch => ({
        id: `R${at + 1}-${index + 1}`,
        bracket: 'group',
        round: at + 1,
        position: index + 1,
        label: titleOf(group, at + 1),
        group,
        stage: at + 1,
        slots: pair.map((seed) => ({ kind: 'seed', seed })),
      }),
    );
  }).flat();
}

function inGroups(state: State): Rank[][] {
  const { entrants, options } = state.graph;
  const matches = matchesBeforeCut(state, 'group');
  return groupsOf(entrants, options.groupSize).map((group) => {
    const own = matches.filter(({ players }) => players.some((who) => typeof who === 'number' && group.includes(who)));
    return groupStandings(group, gamesIn(own), state.dropped);
  });
}

/** Firsts before seconds; of equals the better by points, as each group has about as many matches. */
const acrossGroups = (groups: readonly (readonly Rank[])[]): Rank[] => {
  const compare = (one: Rank, other: Rank) =>
    one.rank - other.rank || other.points / Math.max(1, other.played) - one.points / Math.max(1, one.played);
  return groups.length === 1 ? [...(groups[0] ?? [])] : rankedBy(groups.flat().toSorted(compare), compare);
};

export const roundRobin: Format = {
  ...roundRobinKind,
  build: (entrants, { groupSize }) => build(entrants, groupSize),
  standings: (state) => withCut(state, acrossGroups(inGroups(state))),
  cut(state) {
    const { cut = 0 } = state.graph.options;
    const active = new Set(activeSeeds(state));
    const groups = inGroups(state).map((ranks) => ranks.filter(({ seed }) => active.has(seed)));
    return cut === 'final' || cut === 0 ? [] : groupCut(groups, cut);
  },
};
