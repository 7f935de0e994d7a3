/** Entries of a page. */
export const PAGE = 200;
/** People shown of one line of check-ins. */
export const MOST_PEOPLE = 500;
