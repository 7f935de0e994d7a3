/** Most events in one CSV of a programme. */
export const MOST_PROGRAMME_ROWS = 2000;

/** Largest file of a whole festival. */
export const LARGEST_FESTIVAL_MIB = 32;
