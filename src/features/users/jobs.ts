/** Timed work of this slice, run by app/server/main.ts. */
import type { Clocked, JobContext } from '#database/duties.ts';
import { finishDeletions } from './commands.ts';
import { listHiddenUsers } from './store/deletions.ts';

export const finishDeletedUsers = {
  name: 'delete users for good',
  everyMs: 15_000,
  hasWork: async ({ db }: Clocked) => (await listHiddenUsers(db)).length > 0,
  run: (context: JobContext) => finishDeletions(context),
};
