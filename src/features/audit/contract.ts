import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { shallowJson } from '#platform/stored.ts';

/** The most characters that an entry holds in each field; `noted` is one of its two sides as JSON. */
export const ENTRY = { session: 64, action: 200, subject: 20_000, noted: 1024 * 1024 } as const;

/** One side of a change, whatever the slice that records it notes. */
export const Noted = shallowJson(6);

/** One change an organiser made. `before` and `after` are the thing as it was sent, null where it did not exist. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** The first 8 characters of the admin session's id: which of the organisers' devices, without naming anyone. */
  session: z.string(),
  /** What was done, as a verb of the call: 'event deleted', 'score changed'. */
  action: z.string(),
  /** What it was done to, as people call it: a title or a name. */
  subject: z.string(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = endpoint({
  call: 'GET /api/admin/audit',
  summary: 'The newest 200 changes organisers made, newest first.',
  who: 'admin',
  answer: z.array(AuditEntry),
  status: 200,
  touches: [],
});
