import { z } from 'zod';
import { Score, User } from '#features/people/users/contract.ts';
import { bounded, endpoint, id, json, maybe, moment, text } from '#platform/contract.ts';
import { INPUT_LIMIT } from '#platform/names.ts';
import { PointEntry } from '../contract.ts';
import { FILE_KINDS } from './rules/parse-file.ts';
import { ERRORS_KEPT, ROWS_AT_MOST, TOO_MANY_ROWS } from './rules/verdicts.ts';

const MIB = 1024 * 1024;

/** `expectedRevision`: the user's, as shown. 409 CHANGED_MEANWHILE at another; without it the last score wins. */
export const NewScore = z.object({ score: Score, expectedRevision: maybe(z.int().min(1)) });
export type NewScore = z.output<typeof NewScore>;

export const setScore = endpoint({
  route: 'PATCH /api/users/{id}/score',
  summary: 'Set one user’s score.',
  who: 'admin',
  params: z.object({ id: id() }),
  body: NewScore,
  answer: User,
  touches: ['users', 'points'],
});

const ScoreUpdate = z.object({ name: bounded(INPUT_LIMIT, 'is far too long'), score: z.number() });

const FileType = z.enum(FILE_KINDS);

/** Lines with one problem that the browser did not send, for the history. */
const LeftOut = z.object({ why: text(200, 1), count: z.int().min(1).max(1e7), line: z.int().min(1), text: text(300) });

/** A bad row fails alone and is listed in the history. Rows are counted before any is read (parse.ts). */
export const BulkScores = z.object({
  updates: z.array(ScoreUpdate).min(1, 'has no rows').max(ROWS_AT_MOST, TOO_MANY_ROWS),
  fileName: text(255, 1),
  fileType: FileType,
  leftOut: z.array(LeftOut).max(20).default([]),
  mode: z.enum(['set', 'add']).default('set'),
});
export type BulkScores = z.output<typeof BulkScores>;

/** They add up to all rows sent. `created`: rows whose name became a user. */
export const BulkCounts = z.object({ updated: z.number(), created: z.number(), failed: z.number() });
export type BulkCounts = z.infer<typeof BulkCounts>;

export const bulkScores = endpoint({
  route: 'POST /api/users/bulk-scores',
  summary: 'Set many scores by name, or add to them; unknown names become users.',
  who: 'admin',
  body: BulkScores,
  bodyLimit: 2 * MIB,
  answer: BulkCounts,
  touches: ['users', 'uploads', 'points'],
});

/** One sentence per error, and one for those beyond the limit. */
export const Errors = json(z.array(z.string().max(1000)).max(ERRORS_KEPT + 1), 2 * MIB);

/** `errorDetails`: JSON of a list of sentences. */
export const BulkUpload = z.object({
  id: z.string(),
  fileName: z.string(),
  fileType: FileType,
  uploadedAt: z.string(),
  totalRecords: z.number(),
  successfulUpdates: z.number(),
  failedUpdates: z.number(),
  errorDetails: z.string(),
  undoneAt: moment().nullable(),
});
export type BulkUpload = z.infer<typeof BulkUpload>;

const rows = z.int().min(0).max(1e9);

export const ArchivedUpload = BulkUpload.extend({
  id: id(),
  fileName: BulkScores.shape.fileName,
  uploadedAt: moment(),
  totalRecords: rows,
  successfulUpdates: rows,
  failedUpdates: rows,
  errorDetails: Errors,
  /** Missing in files from before uploads could be undone. */
  undoneAt: moment().nullable().default(null),
});

export const listUploads = endpoint({
  route: 'GET /api/bulk-uploads',
  summary: 'The newest 100 bulk uploads, newest first.',
  who: 'admin',
  answer: z.array(BulkUpload),
});

const params = z.object({ id: id() });

export const UploadedPoints = PointEntry.pick({ id: true, userId: true, isUndone: true }).extend({
  name: z.string(),
  points: z.number(),
});
export type UploadedPoints = z.infer<typeof UploadedPoints>;

export const listUploaded = endpoint({
  route: 'GET /api/bulk-uploads/{id}/points',
  summary: 'Whose scores an upload changed and by how much, in the order of names.',
  who: 'admin',
  params,
  answer: z.array(UploadedPoints),
});

export const undoUpload = endpoint({
  route: 'POST /api/bulk-uploads/{id}/undo',
  summary:
    'Take back all points of an upload, and the users that it created and that have nothing else, unless a later correction or upload set one of these scores.',
  who: 'admin',
  params,
  bodiless: true,
  answer: BulkUpload,
  touches: ['users', 'uploads', 'points'],
});
