/** Entries of a page. */
export const PAGE = 200;
