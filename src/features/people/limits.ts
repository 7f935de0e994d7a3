/** Cards in an answer. */
export const PEOPLE_SHOWN = 20;

/** The header of an answer: how many more the search finds. */
export const MORE_HEADER = 'x-more-people';
