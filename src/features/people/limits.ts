/** Cards in an answer, and how many more each press asks for. */
export const PEOPLE_SHOWN = 20;
/** Cards in the longest answer: a whole festival's Sams. */
export const PEOPLE_MOST = 200;

/** The header of an answer: how many more the search finds. */
export const MORE_HEADER = 'x-more-people';
