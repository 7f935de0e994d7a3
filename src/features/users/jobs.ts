/** Timed work of this slice, run by app/server/main.ts. */
import type { JobContext } from '#database/duties.ts';
import { finishDeletions } from './commands.ts';
import { hasHiddenUsers } from './store/deletions.ts';

export const finishDeletedUsers = {
  name: 'delete users for good',
  everyMs: 15_000,
  hasWork: ({ db }: Pick<JobContext, 'db'>) => hasHiddenUsers(db),
  run: (context: JobContext) => finishDeletions(context),
};
