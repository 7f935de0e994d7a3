import type { PreparedStaffWork, StaffWork } from '#features/audit/commands.ts';
import { userIdFrom } from '#features/people/users/rules.ts';
import { deleteUploaded } from '#features/people/users/store/deletions.ts';
import * as users from '#features/people/users/store/users.ts';
import { throwRefusal } from '#platform/refusal.ts';
import { addPoints, lockForPoints, newEntry } from '../commands/entries.ts';
import { whyNotPoints } from '../rules.ts';
import { addEntries, listEntriesOfUpload, listSetAfter, lockFreeze } from '../store.ts';
import type * as contract from './contract.ts';
import { leftOutSentence } from './rules/rows.ts';
import { errorsToKeep, judge, noSuchUpload, whyNotSetScore, whyNotUndoUpload } from './rules/verdicts.ts';
import * as store from './store.ts';

export const setScore: StaffWork<typeof contract.setScore> = async (given) => {
  const { params, body, note } = given;
  const locked = await lockForPoints(given, params.id);
  throwRefusal(whyNotSetScore(locked.user, body.score, body.expectedRevision));
  if (body.score === locked.user.score) {
    await note(null);
    return locked.user;
  }
  const reason = `Corrected to ${body.score.toLocaleString('en-US')}`;
  const correction = { points: body.score - locked.user.score, kind: 'correction', reason } as const;
  return (await addPoints(given, locked, correction)).user;
};

/** Sets the score of every valid row, or adds to it, and stores the upload. */
export const uploadScores: PreparedStaffWork<typeof contract.bulkScores, ReturnType<typeof judge>> = {
  prepare: async ({ body }) => judge(body.updates),
  async act({ context, tx, at, staff, body, note, prepared: judged }) {
    const { updates, fileName, fileType, leftOut, mode } = body;
    const failed = judged.refused.size;
    const notSent = leftOut.reduce((lines, { count }) => lines + count, 0);
    const scores = judged.scores.map((score) => ({ ...score, id: userIdFrom(context.newId()) }));
    const freeze = await lockFreeze(tx, context.now);
    const locked = await users.lockByName(tx, scores, at);
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
        return newEntry(context, staff, { user_id, points, ...given });
      })
      .filter(({ points }) => points !== 0);
    await addEntries(tx, entries, freeze);
    await store.addUpload(tx, {
      id,
      fileName,
      fileType,
      uploadedAt: at,
      totalRecords: updates.length + notSent,
      successfulUpdates: counts.updated + created,
      failedUpdates: failed + notSent,
      undoneAt: null,
      errorDetails: JSON.stringify(errorsToKeep([...leftOut.map(leftOutSentence), ...judged.errors])),
    });
    const after = { id, ...counts, ...(mode === 'add' && { added: true }) };
    await note({ action: 'scores uploaded', subject: fileName, before: null, after });
    return counts;
  },
};

/** Takes back all points of an upload, and the users that it made and that have nothing else; once. */
export const undoUpload: StaffWork<typeof contract.undoUpload> = async ({ context, tx, at, staff, params, note }) => {
  const { id } = params;
  const freeze = await lockFreeze(tx, context.now);
  const upload = await store.lockUpload(tx, id);
  if (upload === null) throw noSuchUpload();
  if (upload.undoneAt !== null) {
    await note(null);
    return upload;
  }
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
    return newEntry(context, staff, back);
  });
  await addEntries(tx, entries, freeze);
  const deleted = await deleteUploaded(tx, upload.uploadedAt);
  await store.markUndone(tx, id, at);
  const after = { id, takenBack: entries.length, deleted };
  await note({ action: 'upload undone', subject: upload.fileName, before: null, after });
  return { ...upload, undoneAt: at };
};
