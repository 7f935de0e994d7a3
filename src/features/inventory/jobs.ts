/** Timed work of this slice, run by app/server/main.ts. */
import type { Clocked } from '#database/duties.ts';
import { undoableSince } from '#platform/undo.ts';
import { dropRemoved } from './store.ts';

export const dropRemovedGames = {
  name: 'drop removed games',
  everyMs: 600_000,
  run: ({ db, now }: Clocked) => dropRemoved(db, undoableSince(now())),
};
