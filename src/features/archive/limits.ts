/** Most events in one CSV of a programme. */
export const MOST_PROGRAMME_ROWS = 2000;
