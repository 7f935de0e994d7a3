/** How long the removal of a burst can be undone, in milliseconds. */
import { MINUTE } from '#platform/durations.ts';

export const REMOVAL_UNDO_MS = 10 * MINUTE;
