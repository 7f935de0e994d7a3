/** In characters. */
export const LENGTHS = { reason: 200 } as const;
/** Entries of one user that are shown; the newest. */
export const MOST_ENTRIES = 500;
