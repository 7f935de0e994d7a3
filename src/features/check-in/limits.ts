/** Check-ins by other devices can be undone together for the last so many minutes. */
export const UNDO_MINUTES = [5, 15, 60] as const;
export type UndoMinutes = (typeof UNDO_MINUTES)[number];
