import { MINUTE } from './durations.ts';
import { Refusal } from './refusal.ts';

/** How long organisers and visitors can undo what they did, in milliseconds: longer than a toast, for slow Wi-Fi. */
export const UNDO_MS = MINUTE;

/** Milliseconds. While an undo is offered, it is asked for again until the server says that it is over. */
export const UNDO_REFRESH = 5_000;

/** What was done after this moment can still be undone; all before is final. */
export const undoableSince = (now: Date, undoMs = UNDO_MS): string => new Date(now.getTime() - undoMs).toISOString();

/** The moment at which what was done becomes final. */
export const undoUntil = (doneAt: string, undoMs = UNDO_MS): string =>
  new Date(Date.parse(doneAt) + undoMs).toISOString();

export const tooLateToUndo = (): Refusal => new Refusal('NOT_FOUND', 'This can’t be undone any more.');
