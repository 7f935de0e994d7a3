import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { addPoints, lockForPoints, newEntry } from '#features/points/commands/entries.ts';
import { whyNotPoints } from '#features/points/rules.ts';
import { addEntries, listEntriesOfUpload, listSetAfter, lockStandings } from '#features/points/store.ts';
import type { User } from '#features/users/contract.ts';
import { userIdFrom } from '#features/users/rules.ts';
import { deleteUploaded } from '#features/users/store/deletions.ts';
import * as users from '#features/users/store/users.ts';
import { throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { BulkCounts, BulkScores, BulkUpload, NewScore } from './contract.ts';
import { errorsToKeep, judge } from './rules/bulk-verdicts.ts';
import { leftOutSentence } from './rules/left-out.ts';
import { noSuchUpload, whyNotSetScore, whyNotUndoUpload } from './rules/meanwhile.ts';
import * as store from './store.ts';

/** @throws Refusal NOT_FOUND or CHANGED_MEANWHILE. */
export const setScore = (
  context: CommandContext,
  caller: StaffCaller,
  id: string,
  { score, expectedRevision }: NewScore,
): Promise<User> =>
  transact(context.db, async (tx) => {
    const locked = await lockForPoints(context, tx, id);
    throwRefusal(whyNotSetScore(locked.user, score, expectedRevision));
    if (score === locked.user.score) return locked.user;
    const reason = `Corrected to ${score.toLocaleString('en-US')}`;
    const correction = { points: score - locked.user.score, kind: 'correction', reason } as const;
    return (await addPoints(context, tx, caller, locked, correction)).user;
  });

/**
 * Sets the score of every valid row, or adds to it, and records the upload in one transaction, so that a crash leaves all or nothing.
 * @throws Refusal BAD_INPUT for a sum out of range.
 */
export async function uploadScores(
  context: CommandContext,
  caller: StaffCaller,
  upload: BulkScores,
): Promise<BulkCounts> {
  const { updates, fileName, fileType, leftOut, mode } = upload;
  // Checked before the transaction opens, so that others can write meanwhile.
  const judged = judge(updates);
  const failed = judged.refused.size;
  const notSent = leftOut.reduce((lines, { count }) => lines + count, 0);
  const scores = judged.scores.map((score) => ({ ...score, id: userIdFrom(context.newId()) }));
  return transact(context.db, async (tx) => {
    const now = context.now().toISOString();
    const standings = await lockStandings(tx, now);
    const locked = await users.lockByName(tx, scores, now);
    const created = locked.filter(({ isNew }) => isNew).length;
    const counts = { updated: updates.length - failed - created, created, failed };
    const id = context.newId();
    // What is added sets no score: it is an award, and may stand above a correction and below one.
    const given =
      mode === 'add'
        ? ({ kind: 'award', reason: `Added: ${fileName}`, upload_id: id } as const)
        : ({ kind: 'upload', reason: `Uploaded: ${fileName}`, upload_id: id } as const);
    const entries = locked
      .map(({ id: user_id, name, score, wanted }) => {
        const points = mode === 'add' ? wanted : wanted - score;
        throwRefusal(whyNotPoints({ name, score }, points));
        return newEntry(context, caller.staff, { user_id, points, ...given });
      })
      .filter(({ points }) => points !== 0);
    await addEntries(tx, entries, standings);
    await store.addUpload(tx, {
      id,
      fileName,
      fileType,
      uploadedAt: now,
      totalRecords: updates.length + notSent,
      successfulUpdates: counts.updated + created,
      failedUpdates: failed + notSent,
      undoneAt: null,
      errorDetails: JSON.stringify(errorsToKeep([...leftOut.map(leftOutSentence), ...judged.errors])),
    });
    await record(context, tx, caller.staff, {
      action: 'scores uploaded',
      subject: fileName,
      before: null,
      after: { id, ...counts, ...(mode === 'add' && { added: true }) },
    });
    return counts;
  });
}

/**
 * Takes back all points of an upload in one transaction, and the users that it made and that have nothing else. The first time counts.
 * @throws Refusal NOT_FOUND, CHANGED_MEANWHILE when a score was set again since, or BAD_INPUT for a score out of range.
 */
export const undoUpload = (context: CommandContext, caller: StaffCaller, id: string): Promise<BulkUpload> =>
  transact(context.db, async (tx) => {
    const now = context.now().toISOString();
    const standings = await lockStandings(tx, now);
    const upload = await store.lockUpload(tx, id);
    if (upload === null) throw noSuchUpload();
    if (upload.undoneAt !== null) return upload;
    const standing = (await listEntriesOfUpload(tx, id)).filter(({ isUndone }) => !isUndone);
    const locked = await users.lockUsers(
      tx,
      standing.map(({ userId }) => userId),
    );
    throwRefusal(whyNotUndoUpload(await listSetAfter(tx, id)));
    const byId = new Map(locked.map((user) => [user.id, user]));
    const reason = `Undone: Uploaded: ${upload.fileName}`;
    const entries = standing.map(({ id: undoes, userId, points }) => {
      const user = byId.get(userId);
      if (user !== undefined) throwRefusal(whyNotPoints(user, -points));
      const back = { user_id: userId, points: -points, kind: 'upload', reason, upload_id: id, undoes } as const;
      return newEntry(context, caller.staff, back);
    });
    await addEntries(tx, entries, standings);
    const deleted = await deleteUploaded(tx, upload.uploadedAt);
    await store.markUndone(tx, id, now);
    const after = { id, takenBack: entries.length, deleted };
    await record(context, tx, caller.staff, { action: 'upload undone', subject: upload.fileName, before: null, after });
    return { ...upload, undoneAt: now };
  });
