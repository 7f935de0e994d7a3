/** In characters; `stored` with what is put before a reason, or a file's name. */
export const LENGTHS = { reason: 200, stored: 300 } as const;
/** Entries of one user that are shown; the newest. */
export const MOST_ENTRIES = 500;
