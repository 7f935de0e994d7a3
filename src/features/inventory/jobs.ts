/** Timed work of this slice, run by app/server/main.ts. */
import type { World } from '#features/access/commands.ts';
import { undoableSince } from './rules.ts';
import { dropRemoved } from './store.ts';

export const dropRemovedGames = {
  name: 'drop removed games',
  everyMs: 600_000,
  run: ({ db, now }: World) => dropRemoved(db, undoableSince(now())),
};
