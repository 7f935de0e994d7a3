export const PAGE = 200;
/** Of one line of check-ins. */
export const MOST_PEOPLE = 500;
