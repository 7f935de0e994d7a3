/** In characters; `stored` with what is put before a reason, or a file's name. */
export const LENGTHS = { reason: 200, stored: 300 } as const;
/** Entries of one user that are shown; the newest. */
export const MOST_ENTRIES = 500;
/** Steps of the ceremony: begun with nothing told, then ranks 10 to 1, then the podium. */
export const BEGUN = 11;
export const PODIUM = 0;
/** Screens that show the ceremony at once: as many as there may be. */
export const MOST_SCREENS = 60;
