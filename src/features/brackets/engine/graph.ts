/** No result changes the graph. Players are seeds, 1 the strongest; `wire.ts` adds their names. */
export type TournamentType = 'single-elimination' | 'double-elimination';

export type Seed = number;

/** 'W1-3' is winners round 1, match 3; 'L2-1' losers; 'GF', 'GR' the finals; '3P' third place. */
export type MatchId = string;

export const GRAND_FINAL = 'GF';
export const RESET = 'GR';
export const THIRD_PLACE = '3P';

export type Slot = 1 | 2;

export type Section = 'winners' | 'losers' | 'final' | 'third-place';

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
  /** A higher stage is a later elimination, over all sections. */
  readonly stage: number;
  readonly slots: readonly [Source, Source];
  readonly winnerTo: Target | null;
  readonly loserTo: Target | null;
};

export type UnlinkedMatch = Omit<GraphMatch, 'winnerTo' | 'loserTo'>;

export type Graph = {
  readonly entrants: number;
  readonly tournamentType: TournamentType;
  /** Each match comes after the matches that feed it. */
  readonly matches: readonly GraphMatch[];
  /** One match decides who wins; otherwise only the standings do. */
  readonly hasFinal: boolean;
  readonly indexOf: ReadonlyMap<MatchId, number>;
};

export type BuildOptions = {
  readonly tournamentType: TournamentType;
  /** Ignored but in single elimination with 4 or more players. */
  readonly thirdPlace?: boolean;
};

/** "Round 1", "Semifinal", "Final"; `double`: "Winners round 1", "Winners semifinal", "Winners final". */
export const winnersLabel = (round: number, rounds: number, double: boolean): string => {
  const name = round === rounds ? 'final' : round === rounds - 1 ? 'semifinal' : `round ${round}`;
  return double ? `Winners ${name}` : name.charAt(0).toUpperCase() + name.slice(1);
};

export const losersLabel = (round: number, rounds: number): string =>
  round === rounds ? 'Losers final' : `Losers round ${round}`;

/** "Losers round 2, match 3"; the label alone when the round has only one match. */
export const matchTitle = (graph: Graph, { bracket, round, position, label }: GraphMatch): string => {
  const alone = !graph.matches.some(
    (other) => other.bracket === bracket && other.round === round && other.position !== position,
  );
  return alone ? label : `${label}, match ${position}`;
};
