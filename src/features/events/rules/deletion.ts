/** A deleted event is hidden for a while, so that its deletion can be undone. */

const UNDO_MS = 60_000;

/** Deletions after this moment can still be undone; all others are final. */
export const undoableSince = (now: Date): string => new Date(now.getTime() - UNDO_MS).toISOString();

/** The moment at which a deletion becomes final. */
export const undoUntil = (deletedAt: string): string => new Date(Date.parse(deletedAt) + UNDO_MS).toISOString();
