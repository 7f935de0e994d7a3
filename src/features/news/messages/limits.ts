/** Characters of a message, and how many of the urgent ones, and of the others, may be in force at once. */
export const TEXT_LIMIT = 500;
export const MOST_IN_FORCE = 50;

/** Messages that a phone says at once that it has shown. */
export const MOST_SHOWN = 50;
