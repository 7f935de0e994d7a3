/** Events in one CSV of a programme. */
export const PROGRAMME_ROWS = 2000;
