/** How long a removal can be undone, in milliseconds. */
export const UNDO_MS = 10 * 60_000;

/** Returns the time after which removals can still be undone. */
export const undoableSince = (now: Date): string => new Date(now.getTime() - UNDO_MS).toISOString();
