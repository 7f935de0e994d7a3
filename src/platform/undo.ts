import { MINUTE } from './durations.ts';
import { Refusal } from './refusal.ts';

/** Milliseconds; longer than a toast, for slow Wi-Fi. */
export const UNDO_MS = MINUTE;

/** Milliseconds. An offered undo is asked for again until the server says that it is over. */
export const UNDO_REFRESH = 5_000;

export const undoableSince = (now: Date, undoMs = UNDO_MS): string => new Date(now.getTime() - undoMs).toISOString();

export const undoUntil = (doneAt: string, undoMs = UNDO_MS): string =>
  new Date(Date.parse(doneAt) + undoMs).toISOString();

export const tooLateToUndo = (): Refusal => new Refusal('NOT_FOUND', 'This can’t be undone any more.');
