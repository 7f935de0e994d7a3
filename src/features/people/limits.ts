/** People in an answer, and more with each press. */
export const PEOPLE_SHOWN = 20;
/** People in the longest answer: a whole festival's Sams. */
export const PEOPLE_MOST = 200;

/** How many more people the search finds. */
export const MORE_HEADER = 'x-more-people';
