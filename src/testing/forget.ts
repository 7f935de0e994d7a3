/** Forgets with the duties of every slice, for tests of features, which may not import src/app. */
import { SLICES } from '#app/server/slices.ts';
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import * as users from '#features/people/users/commands.ts';
import * as privacy from '#features/privacy/commands.ts';
import * as jobs from '#features/privacy/jobs.ts';

export const forgetVisitor = (context: CommandContext, visitorId: string, deviceId: string | null = null) =>
  privacy.forgetVisitor(context, SLICES, { visitorId, deviceId, staff: null });
export const clearForgottenNames = jobs.clearForgottenNames(SLICES);
/** After the minute in which deleted users can be restored. */
export const deleteUsersForGood = (context: CommandContext): Promise<number> => users.finishDeletions(context);
export const forgetEverything = (db: Db): Promise<void> => privacy.forgetEverything(db, SLICES);
