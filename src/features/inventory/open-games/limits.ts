/** Others that a host wants. */
export const PLACES = { min: 1, max: 12, usual: 3 } as const;
/** Characters. */
export const LENGTHS = { location: 80, note: 80 } as const;
