export const PAGE = 200;
export const MOST_PEOPLE = 500;
