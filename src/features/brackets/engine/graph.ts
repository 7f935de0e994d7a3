/**
 * Types of a bracket's graph: the matches that `build.ts` makes once and that no result changes. Players are seeds, 1
 * the strongest; names are added when a match is sent (`wire.ts`), so a rename does not matter here.
 */
export type TournamentType = 'single-elimination' | 'double-elimination';

export type Seed = number;

/** Short and stable: 'W1-3' is winners round 1, match 3; 'L2-1' losers; 'GF', 'GR' the finals; '3P' third place. */
export type MatchId = string;

export const GRAND_FINAL = 'GF';
export const RESET = 'GR';
export const THIRD_PLACE = '3P';

export type Slot = 1 | 2;

export type Section = 'winners' | 'losers' | 'final' | 'third-place';

/** Where a slot's player comes from. A bye sends nobody. */
export type Source =
  | { readonly kind: 'seed'; readonly seed: Seed }
  | { readonly kind: 'winner' | 'loser'; readonly of: MatchId }
  | { readonly kind: 'bye' };

/** The match and the slot a player goes to. */
export type Target = { readonly match: MatchId; readonly slot: Slot };

export type GraphMatch = {
  readonly id: MatchId;
  readonly bracket: Section;
  /** Counted from 1 in its bracket; the grand final is round 1 of 'final' and its reset round 2. */
  readonly round: number;
  /** Counted from 1 in its round, top to bottom. */
  readonly position: number;
  readonly label: string;
  /** Orders eliminations over all brackets: a higher stage is a later elimination. */
  readonly stage: number;
  readonly slots: readonly [Source, Source];
  readonly winnerTo: Target | null;
  readonly loserTo: Target | null;
};

/** A match without its targets, which `build.ts` derives from the slots. */
export type UnlinkedMatch = Omit<GraphMatch, 'winnerTo' | 'loserTo'>;

export type Graph = {
  /** Number of players. */
  readonly entrants: number;
  readonly tournamentType: TournamentType;
  /** Each match comes after the matches that feed it. */
  readonly matches: readonly GraphMatch[];
  /** Whether one match decides who wins. Otherwise only the standings do. */
  readonly hasFinal: boolean;
  /** Index of each match in `matches`. */
  readonly indexOf: ReadonlyMap<MatchId, number>;
};

export type BuildOptions = {
  readonly tournamentType: TournamentType;
  /** Single elimination with 4 or more players only; otherwise ignored. */
  readonly thirdPlace?: boolean;
};
