/** Timed work of this slice, run by app/server/main.ts. */
import type { Clocked } from '#database/duties.ts';
import { undoableSince } from '#platform/undo.ts';
import { dropAmendments } from './store.ts';

export const dropFinalAmendments = {
  name: 'delete what organisers did to places once it can’t be undone',
  everyMs: 15_000,
  run: ({ db, now }: Clocked) => dropAmendments(db, undoableSince(now())),
};
