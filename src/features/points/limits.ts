/** Characters; `stored` includes the words before a reason, or a file's name. */
export const LENGTHS = { reason: 200, stored: 300 } as const;
export const MOST_ENTRIES = 500;
/** Steps of the ceremony: begun, then ranks 10 to 1, then the podium. */
export const BEGUN = 11;
export const PODIUM = 0;
/** As many as there may be. */
export const MOST_SCREENS = 60;
