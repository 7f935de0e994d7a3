import { z } from 'zod';
import { User } from '#features/users/contract.ts';
import { endpoint, id, text } from '#platform/contract.ts';

const MIB = 1024 * 1024;

/** In points (behaviour.md section 9). */
export const Score = z
  .int('must be a whole number')
  .min(-1_000_000, 'must be -1,000,000 or more')
  .max(10_000_000, 'must be 10,000,000 or less');

export const ROWS_AT_MOST = 5000;

export const setScore = endpoint({
  call: 'PATCH /api/users/{id}/score',
  summary: 'Set one user’s score.',
  who: 'admin',
  params: z.object({ id: id() }),
  body: z.object({ score: Score }),
  answer: User,
  status: 200,
  touches: ['users'],
});

/** Rows are checked one by one by the command: a bad one fails alone and is told in the history. */
export const BulkScores = z.object({
  updates: z
    .array(z.object({ name: z.string().max(500), score: z.number() }))
    .min(1, 'has no rows')
    .max(ROWS_AT_MOST, 'has more than 5,000 rows'),
  fileName: text(255, 1),
  fileType: z.enum(['csv', 'tsv', 'txt', 'json']),
});

export const bulkScores = endpoint({
  call: 'POST /api/users/bulk-scores',
  summary: 'Set many scores by name; unknown names become users.',
  who: 'admin',
  body: BulkScores,
  bodyLimit: 2 * MIB,
  answer: z.object({ updated: z.number(), created: z.number(), failed: z.number() }),
  status: 200,
  touches: ['users', 'uploads'],
});

/** `errorDetails` is the JSON of a list of sentences. */
export const BulkUpload = z.object({
  id: z.string(),
  fileName: z.string(),
  fileType: z.string(),
  uploadedAt: z.string(),
  totalRecords: z.number(),
  successfulUpdates: z.number(),
  failedUpdates: z.number(),
  errorDetails: z.string(),
});
export type BulkUpload = z.infer<typeof BulkUpload>;

export const listUploads = endpoint({
  call: 'GET /api/bulk-uploads',
  summary: 'Past bulk uploads, newest first.',
  who: 'admin',
  answer: z.array(BulkUpload),
  status: 200,
  touches: [],
});
