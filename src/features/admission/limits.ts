/** Characters of a badge word. */
export const BADGE_WORD_LENGTH = 60;
