/** How long a removal can be undone, in milliseconds (behaviour: 10 minutes). */
export const UNDO_MS = 10 * 60_000;

/** Removals after this moment can still be undone. */
export const undoableSince = (now: Date): string => new Date(now.getTime() - UNDO_MS).toISOString();
