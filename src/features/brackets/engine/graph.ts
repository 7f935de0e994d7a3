/**
 * Who meets whom. No result changes it; a round that is published adds its matches. Players are seeds, 1 the strongest; `wire.ts`
 * adds their names.
 */
export type Seed = number;

/** 'W1-3' is winners round 1, match 3; 'L2-1' losers; 'GF', 'GR' the finals; '3P' third place; 'R2-5' round 2, match 5. */
export type MatchId = string;

/** Of a match of two. */
export type Slot = 1 | 2;

export type Section = 'winners' | 'losers' | 'final' | 'third-place' | 'group' | 'round' | 'heat';

/** A bye sends nobody. */
export type Source =
  | { readonly kind: 'seed'; readonly seed: Seed }
  | { readonly kind: 'winner' | 'loser'; readonly of: MatchId }
  | { readonly kind: 'bye' };

export type Target = { readonly match: MatchId; readonly slot: Slot };

export type GraphMatch = {
  readonly id: MatchId;
  readonly bracket: Section;
  /** From 1 in its bracket; the grand final is round 1 of 'final' and its reset round 2. */
  readonly round: number;
  /** From 1 in its round, top to bottom. */
  readonly position: number;
  readonly label: string;
  /** Of a round robin with several; null elsewhere. */
  readonly group: string | null;
  /** A higher stage is a later elimination, over all sections. */
  readonly stage: number;
  /** Two; two to six of a heat. */
  readonly slots: readonly Source[];
  /** Index of the entry that published it; missing for those of the draw. */
  readonly since?: number;
  /** Played only when that match was won from this slot. It is the last of the graph. */
  readonly onlyIf?: { readonly of: MatchId; readonly winner: Slot };
  readonly winnerTo: Target | null;
  readonly loserTo: Target | null;
};

export type UnlinkedMatch = Omit<GraphMatch, 'winnerTo' | 'loserTo'>;

/** Copied from the event by the draw. What a format does not know is ignored. */
export type DrawOptions = {
  readonly tournamentType: string;
  /** In single elimination with 4 or more players. */
  readonly thirdPlace?: boolean;
  /** How many rounds are played before the cut. */
  readonly rounds?: number;
  /** The largest group of a round robin. */
  readonly groupSize?: number;
  /** The largest table of heats. */
  readonly tableSize?: number;
  /** By place, the first first; the rest 0. */
  readonly tablePoints?: readonly number[];
  /** How many go on to a knock-out; 'final': the best table of heats. 0 or missing for nobody. */
  readonly cut?: number | 'final';
  /** Of a round. */
  readonly minutes?: number;
};

/** Those that may change after the draw. */
export const LATER_OPTIONS = ['rounds', 'cut', 'minutes'] as const;
export type LaterOptions = Pick<DrawOptions, (typeof LATER_OPTIONS)[number]>;

/** A round that was published after the draw. Its matches are those from `from` to that of the next, or the end. */
export type PublishedRound = { readonly round: number; readonly from: number; readonly isCut: boolean };

export type Graph = {
  readonly entrants: number;
  readonly options: DrawOptions;
  /** Each match comes after the matches that feed it. */
  readonly matches: readonly GraphMatch[];
  readonly indexOf: ReadonlyMap<MatchId, number>;
  /** One match decides who wins; otherwise only the standings do. */
  readonly hasFinal: boolean;
  readonly rounds: readonly PublishedRound[];
};

/** "Losers round 2, match 3"; the label alone when the round has only one match. */
export const matchTitle = (graph: Graph, { bracket, round, position, label }: GraphMatch): string => {
  const alone = !graph.matches.some(
    (other) => other.bracket === bracket && other.round === round && other.position !== position,
  );
  if (alone) return label;
  return `${label}, ${bracket === 'heat' ? 'heat' : 'match'} ${position}`;
};
