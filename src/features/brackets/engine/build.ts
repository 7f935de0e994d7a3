import { firstRound } from './elimination.ts';
import { formatOf } from './formats.ts';
import type {
  DrawOptions,
  Graph,
  GraphMatch,
  LaterOptions,
  MatchId,
  Section,
  Seed,
  Source,
  Target,
  UnlinkedMatch,
} from './graph.ts';
import { singleTree } from './single-elimination.ts';
import type { Entry, RoundEntry } from './state.ts';

type Links = { winnerTo: Target | null; loserTo: Target | null };

const linksOf = (unlinked: readonly UnlinkedMatch[], indexOf: ReadonlyMap<MatchId, number>): Links[] => {
  const links = unlinked.map((): Links => ({ winnerTo: null, loserTo: null }));
  for (const { id, slots } of unlinked) {
    for (const [at, source] of slots.entries()) {
      const slot = at === 0 ? 1 : 2;
      const link = 'of' in source && links[indexOf.get(source.of) ?? -1];
      if (link) link[source.kind === 'winner' ? 'winnerTo' : 'loserTo'] = { match: id, slot };
    }
  }
  return links;
};

const TREE: readonly Section[] = ['winners', 'losers', 'final'];
const hasFinal = (matches: readonly GraphMatch[]): boolean =>
  matches.filter(({ bracket, winnerTo }) => TREE.includes(bracket) && winnerTo === null).length === 1;

function linked(unlinked: readonly UnlinkedMatch[]): Pick<Graph, 'matches' | 'indexOf' | 'hasFinal'> {
  const indexOf = new Map(unlinked.map(({ id }, index) => [id, index]));
  const links = linksOf(unlinked, indexOf);
  const matches = unlinked.map((match, index) => ({
    ...match,
    winnerTo: links[index]?.winnerTo ?? null,
    loserTo: links[index]?.loserTo ?? null,
  }));
  return { matches, indexOf, hasFinal: hasFinal(matches) };
}

/** Throws RangeError for more or fewer players than the format takes; commands check first. */
export function build(entrants: number, options: DrawOptions): Graph {
  const format = formatOf(options.tournamentType);
  const { min, max } = format.entrants;
  if (!Number.isInteger(entrants) || entrants < min || entrants > max) {
    throw new RangeError(`A bracket has ${min} to ${max} players, not ${entrants}`);
  }
  return { entrants, options, rounds: [], ...linked(format.build(entrants, options)) };
}

/** A final table, or the first round of a tree, in which the best have the byes. */
export function cutMatches(seeds: readonly Seed[], { cut }: DrawOptions): Seed[][] {
  if (cut === 'final') return [[...seeds]];
  const slots = firstRound(seeds.length);
  const seedAt = (slot: number): Seed[] => {
    const source = slots[slot];
    return source?.kind === 'seed' ? [seeds[source.seed - 1] as Seed] : [];
  };
  return Array.from({ length: slots.length / 2 }, (_, pair) => [...seedAt(2 * pair), ...seedAt(2 * pair + 1)]);
}

/** The graph at the draw, before the last of these entrants joined by an entry. */
export const drawnGraph = (entrants: number, options: DrawOptions, entries: readonly Entry[]): Graph =>
  build(entrants - entries.filter(({ kind }) => kind === 'join').length, options);

const asSources = (seeds: readonly Seed[]): Source[] => seeds.map((seed) => ({ kind: 'seed', seed }));
const BYE: Source = { kind: 'bye' };

/** Of two or more; a single one has a bye. `title`: 'Round 2', 'Final'. */
function roundMatch(seeds: readonly Seed[], at: { round: number; position: number; title: string }): UnlinkedMatch {
  const { round, position, title } = at;
  const slots = asSources(seeds);
  return {
    id: `R${round}-${position}`,
    bracket: seeds.length > 2 ? 'heat' : 'round',
    round,
    position,
    label: title,
    group: null,
    stage: round,
    slots: slots.length === 1 ? [...slots, BYE] : slots,
  };
}

/** Of a knock-out each match of the first round is a pair, or one person with a bye; more than two are a table. */
function matchesOf({ round, matches, bye, isCut = false }: RoundEntry, isHeat: boolean): UnlinkedMatch[] {
  const isTable = matches.some(({ length }) => length > 2);
  if (isCut && !isTable) {
    return singleTree(
      matches.flatMap((seeds) => (seeds.length === 1 ? [...asSources(seeds), BYE] : asSources(seeds))),
      false,
    );
  }
  const title = isCut ? 'Final' : `Round ${round}`;
  const lists = bye === null ? matches : [...matches, [bye]];
  const made = lists.map((seeds, index) => roundMatch(seeds, { round, position: index + 1, title }));
  return isHeat ? made.map((match) => ({ ...match, bracket: 'heat' })) : made;
}

/** The graph with a round that was published by the entry of this index. */
export function withRound(graph: Graph, entry: RoundEntry, since: number): Graph {
  const isHeat = formatOf(graph.options.tournamentType).perMatch[1] > 2;
  const added = linked(matchesOf(entry, isHeat).map((match) => ({ ...match, since })));
  const from = graph.matches.length;
  return {
    ...graph,
    hasFinal: added.hasFinal,
    matches: [...graph.matches, ...added.matches],
    indexOf: new Map([...graph.indexOf, ...[...added.indexOf].map(([id, index]) => [id, from + index] as const)]),
    rounds: [...graph.rounds, { round: entry.round, from, isCut: entry.isCut ?? false }],
  };
}

/** With these options that may change later, and no others. */
export function withOptions(graph: Graph, later: LaterOptions): Graph {
  const { rounds: _rounds, cut: _cut, minutes: _minutes, ...fixed } = graph.options;
  return { ...graph, options: { ...fixed, ...later } };
}

/** The graph without its last round. */
export function withoutRound(graph: Graph, round: number): Graph {
  const last = graph.rounds.at(-1);
  if (last?.round !== round) return graph;
  const matches = graph.matches.slice(0, last.from);
  return {
    ...graph,
    matches,
    hasFinal: hasFinal(matches),
    indexOf: new Map(matches.map(({ id }, index) => [id, index])),
    rounds: graph.rounds.slice(0, -1),
  };
}

type Late = { readonly seed: Seed; readonly since: number; readonly dropped: ReadonlySet<Seed> };

/** While the first round is the last, who comes late plays the one with the bye. */
export function withLate(graph: Graph, { seed, since, dropped }: Late): Graph {
  const [only, ...more] = graph.rounds;
  const at = graph.matches.findIndex(
    ({ bracket, slots }) =>
      bracket === 'round' &&
      slots.some(({ kind }) => kind === 'bye') &&
      slots.every((source) => source.kind !== 'seed' || !dropped.has(source.seed)),
  );
  const bye = graph.matches[at];
  const later = { ...graph, entrants: graph.entrants + 1 };
  if (only === undefined || more.length > 0 || bye === undefined) return later;
  const slots = [...bye.slots.filter(({ kind }) => kind !== 'bye'), ...asSources([seed])];
  return { ...later, matches: graph.matches.with(at, { ...bye, slots, since }) };
}
