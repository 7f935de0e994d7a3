import type { DrawOptions, Seed, UnlinkedMatch } from './graph.ts';
import type { Rank } from './rank.ts';
import type { State } from './state.ts';

export type FormatOption = Exclude<keyof DrawOptions, 'tournamentType'>;

/** What screens, tables and files know of a tournament's kind. */
export type Kind = {
  readonly type: string;
  readonly label: string;
  readonly entrants: { readonly min: number; readonly max: number };
  /** People of a match, at least and at most. */
  readonly perMatch: readonly [min: number, max: number];
  readonly options: readonly FormatOption[];
  /** Who may go on to a knock-out or a final table; none is always allowed. */
  readonly cuts?: readonly (number | 'final')[];
  /** A match of two may end in a draw. */
  readonly allowsDraw: boolean;
  /** Pairs one round after the other, so that somebody can join later. */
  readonly pairsRounds?: true;
  /** Who leaves keeps their results and their row; in a tree their matches are forfeited, and that is all. */
  readonly keepsWhoDrops?: true;
};

/** Each list is a match. Who has the bye is in none. */
export type Pairings = { readonly matches: readonly (readonly Seed[])[]; readonly bye: Seed | null };

/** All that the house knows of a tournament's kind. Nothing outside its file asks for its type. */
export type Format = Kind & {
  /** The matches of the draw; none where rounds are published one by one. */
  readonly build: (entrants: number, options: DrawOptions) => UnlinkedMatch[];
  readonly standings: (state: State) => Rank[];
  /** Where rounds are paired one after the other: how many there are before the cut, and who meets in them. */
  readonly rounds?: {
    readonly count: (entrants: number, options: DrawOptions) => number;
    /** `seeds`: who plays, by seed or shuffled. */
    readonly first: (seeds: readonly Seed[], options: DrawOptions) => Pairings;
    readonly next: (state: State) => Pairings;
  };
  /** Who goes on after the last round, best first, so that a tree can seed them; nobody without a cut. */
  readonly cut?: (state: State) => readonly Seed[];
};
