import { z } from 'zod';
import { endpoint, id, moment } from '#platform/contract.ts';
import { shallowJson, storable } from '#platform/stored.ts';

/** Most characters of each field; `side` is `before` or `after` as JSON. */
export const ENTRY = { session: 64, action: 200, subject: 20_000, side: 1024 * 1024 } as const;

/** One side of a change, in the form of the slice that records it. */
export const Side = shallowJson(6);

/** One change an organiser made. `before` and `after` are the thing as it was sent, null where it did not exist. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** The last 8 characters of the admin session's id: tells the organisers' devices apart without naming anyone. */
  session: z.string(),
  /** What was done: 'event deleted', 'score changed'. */
  action: z.string(),
  /** Title or name of what was changed. */
  subject: z.string(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const ArchivedSide = Side.refine((side) => side !== undefined, { error: 'is missing', abort: true }).refine(
  (side) => JSON.stringify(side).length <= ENTRY.side,
  `is longer than ${ENTRY.side} characters`,
);
/** As in a festival file. */
export const ArchivedEntry = AuditEntry.extend({
  id: id(),
  at: moment(),
  session: storable(ENTRY.session),
  action: storable(ENTRY.action),
  subject: storable(ENTRY.subject),
  before: ArchivedSide,
  after: ArchivedSide,
});
export type ArchivedEntry = z.output<typeof ArchivedEntry>;

export const listAudit = endpoint({
  call: 'GET /api/admin/audit',
  summary: 'The newest 200 changes organisers made, newest first.',
  who: 'admin',
  answer: z.array(AuditEntry),
  status: 200,
  touches: [],
});
