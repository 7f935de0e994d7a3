/** What the rules of round robin, Swiss and heats take and answer. docs/behaviour.md "Tournaments" */
import type { Seed } from './graph.ts';

/** A decided match of two that counts in the standings. */
export type Game = {
  readonly players: readonly [Seed, Seed];
  /** Index in `players`. 'nobody': both were absent or disqualified, and both lose. */
  readonly winner: 0 | 1 | 'draw' | 'nobody';
  /** In the order of `players`, in the game's own unit. Null: only the winner was entered, or a forfeit. */
  readonly scores: readonly [number, number] | null;
  /** False for a forfeit: it counts as a match, but the two did not meet. */
  readonly isPlayed: boolean;
};

/** `label` is shown as the head of a column; a higher `value` is better. */
export type TieBreak = { readonly label: string; readonly value: number };

/** A row of the standings, best first. Equals share a rank and the next rank skips: 1, 2, 2, 4. */
export type Standing = {
  readonly seed: Seed;
  readonly rank: number;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  /** wins + losses + draws: forfeits count, byes do not. */
  readonly played: number;
  /** 3 for a win, 1 for a draw, 3 for a bye; table points in heats. */
  readonly points: number;
  /** In the order in which they decide after `points`; every row of a table has the same labels. */
  readonly tieBreaks: readonly TieBreak[];
};
