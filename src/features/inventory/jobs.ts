/** Timed work of this slice, run by app/server/main.ts. */
import type { Clocked } from '#database/duties.ts';
import { MINUTE } from '#platform/durations.ts';
import { undoableSince } from '#platform/undo.ts';
import { dropRemoved } from './store.ts';

export const dropRemovedGames = {
  name: 'drop removed games',
  everyMs: 10 * MINUTE,
  run: ({ db, now }: Clocked) => dropRemoved(db, undoableSince(now())),
};
