import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import type { User } from '#features/users/contract.ts';
import { auditedUser, noSuchUser, userIdFrom } from '#features/users/rules.ts';
import * as users from '#features/users/store.ts';
import { throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { BulkCounts, BulkScores, NewScore } from './contract.ts';
import { errorsToKeep, judge } from './rules/bulk-verdicts.ts';
import { leftOutSentence } from './rules/left-out.ts';
import { whyNotSetScore } from './rules/meanwhile.ts';
import * as store from './store.ts';

/** @throws Refusal NOT_FOUND or CHANGED_MEANWHILE. */
export const setScore = (
  context: CommandContext,
  caller: StaffCaller,
  id: string,
  { score, expectedScore }: NewScore,
): Promise<User> =>
  transact(context.db, async (tx) => {
    const before = await users.lockUser(tx, id);
    if (before !== null) throwRefusal(whyNotSetScore(before.user, score, expectedScore));
    const after = await users.setScore(tx, id, score);
    if (before === null || after === null) throw noSuchUser();
    const [from, now] = [auditedUser(before.user, before.visitorId), auditedUser(after, before.visitorId)];
    await record(context, tx, caller.staff, { action: 'score changed', who: now.name, before: from, after: now });
    return after;
  });

/**
 * Sets the score of every valid row and records the upload in one transaction, so that a crash leaves all or nothing.
 */
export async function uploadScores(
  context: CommandContext,
  caller: StaffCaller,
  upload: BulkScores,
): Promise<BulkCounts> {
  const { updates, fileName, fileType, leftOut } = upload;
  // Checked before the transaction opens, so that others can write meanwhile.
  const judged = judge(updates);
  const failed = judged.refused.size;
  const notSent = leftOut.reduce((lines, { count }) => lines + count, 0);
  const scores = judged.scores.map((score) => ({ ...score, id: userIdFrom(context.newId()) }));
  return transact(context.db, async (tx) => {
    const now = context.now().toISOString();
    const created = await users.setScoresByName(tx, scores, now);
    const counts = { updated: updates.length - failed - created, created, failed };
    const id = context.newId();
    await store.addUpload(tx, {
      id,
      fileName,
      fileType,
      uploadedAt: now,
      totalRecords: updates.length + notSent,
      successfulUpdates: counts.updated + created,
      failedUpdates: failed + notSent,
      errorDetails: JSON.stringify(errorsToKeep([...leftOut.map(leftOutSentence), ...judged.errors])),
    });
    await record(context, tx, caller.staff, {
      action: 'scores uploaded',
      subject: fileName,
      before: null,
      after: { id, ...counts },
    });
    return counts;
  });
}
