/** `TEXT_LIMIT` in characters; the others are messages in force at once. */
export const TEXT_LIMIT = 500;
export const MOST_IN_FORCE = 50;

export const MOST_SHOWN = 50;
