/** Others that a host wants. */
export const PLACES = { min: 1, max: 12, usual: 3 } as const;
/** Characters. */
export const LENGTHS = { location: 80, note: 80 } as const;
/** Names of one phone in open games, all together. */
export const MOST_JOINED = 6;
