import { MINUTE } from '#platform/durations.ts';

/** How long the removal of a burst can be undone, in milliseconds. */
export const REMOVAL_UNDO_MS = 10 * MINUTE;

/** Most characters of a badge word. */
export const BADGE_WORD_LIMIT = 60;
