/** The kinds of things that devices register, and their numbers. */

/** Each is declared as `registered` among the duties of its slice. */
export const KINDS = ['place', 'account', 'game', 'claim'] as const;
export type Kind = (typeof KINDS)[number];

type Plural = `${Kind}s`;
type Counts = Record<Plural, number>;

/** Returns the name of a kind in counts. */
export const pluralOf = (kind: Kind): Plural => `${kind}s`;

export const countEach = <T = number>(numberOf: (kind: Kind) => T): Record<Plural, T> =>
  Object.fromEntries(KINDS.map((kind) => [pluralOf(kind), numberOf(kind)])) as Record<Plural, T>;

export const NONE = countEach(() => 0);

export const countKinds = (things: readonly { readonly kind: Kind }[]): Counts =>
  countEach((one) => things.filter(({ kind }) => kind === one).length);

export const total = (counts: Counts): number => KINDS.reduce((sum, kind) => sum + counts[pluralOf(kind)], 0);

export const sameCounts = (one: Counts, other: Counts): boolean =>
  KINDS.every((kind) => one[pluralOf(kind)] === other[pluralOf(kind)]);
