/** Most characters of a badge word. */
export const BADGE_WORD_LIMIT = 60;
