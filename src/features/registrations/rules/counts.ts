/** The kinds of things that devices register, and their numbers. */
import type { Counts } from '../contract.ts';

/** Each is declared as `registered` among the duties of its slice. */
export const KINDS = ['place', 'account', 'game'] as const;
export type Kind = (typeof KINDS)[number];

/** Returns the name of a kind in counts. */
export const pluralOf = (kind: Kind): keyof Counts => `${kind}s`;

export const countEach = (numberOf: (kind: Kind) => number): Counts =>
  Object.fromEntries(KINDS.map((kind) => [pluralOf(kind), numberOf(kind)])) as Counts;

export const NONE = countEach(() => 0);

export const countKinds = (things: readonly { readonly kind: Kind }[]): Counts =>
  countEach((one) => things.filter(({ kind }) => kind === one).length);

export const total = (counts: Counts): number => KINDS.reduce((sum, kind) => sum + counts[pluralOf(kind)], 0);

export const sameCounts = (one: Counts, other: Counts): boolean =>
  KINDS.every((kind) => one[pluralOf(kind)] === other[pluralOf(kind)]);
