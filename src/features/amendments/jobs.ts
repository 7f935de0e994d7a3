/** Timed work of this slice, run by app/server/main.ts. */
import { dropOldAmendments } from './commands/undo.ts';

export const dropFinalAmendments = {
  name: 'delete what organisers did to places once it can’t be undone',
  everyMs: 15_000,
  run: dropOldAmendments,
};
