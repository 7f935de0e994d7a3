import { MINUTE } from '#platform/durations.ts';

export const REMOVAL_UNDO_MS = 10 * MINUTE;

/** Characters. */
export const BADGE_WORD_LIMIT = 60;
