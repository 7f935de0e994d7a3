import { z } from 'zod';
import { CSV_EXPORT, endpoint, id, moment, name, shallowJson, storable } from '#platform/contract.ts';
import { HELPER_ROLES } from '#platform/staff.ts';

/** Characters; `side` is `before` or `after` as JSON. */
export const ENTRY = { session: 64, action: 200, subject: 20_000, side: 1024 * 1024 } as const;

export const Side = shallowJson(6);

const Role = z.enum(['organiser', ...HELPER_ROLES]);

/** `before` and `after` are as sent, null where the thing did not exist. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** The end of the admin session's id: tells devices apart without naming anyone. */
  session: z.string(),
  /** Null for earlier entries. */
  byName: z.string().nullable(),
  byRole: Role.nullable(),
  action: z.string(),
  subject: z.string(),
  /** Stays after the event is deleted. */
  eventId: z.string().nullable(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const ArchivedSide = Side.refine((side) => side !== undefined, { error: 'is missing', abort: true }).refine(
  (side) => JSON.stringify(side).length <= ENTRY.side,
  `is longer than ${ENTRY.side} characters`,
);
export const ArchivedEntry = AuditEntry.extend({
  id: id(),
  at: moment(),
  session: storable(ENTRY.session),
  byName: name().nullable().default(null),
  byRole: Role.nullable().default(null),
  action: storable(ENTRY.action),
  subject: storable(ENTRY.subject),
  /** Missing in earlier files. */
  eventId: id().nullable().default(null),
  before: ArchivedSide,
  after: ArchivedSide,
});
export type ArchivedEntry = z.output<typeof ArchivedEntry>;

export const CheckInLine = z.object({
  eventId: z.string(),
  title: z.string(),
  location: z.string(),
  /** '2025-11-14T23', UTC. */
  hour: z.string(),
  count: z.number(),
  lastAt: z.string(),
  /** Staff who gave a name, those with most first. */
  names: z.array(z.string()),
  byUnnamed: z.boolean(),
  byCode: z.boolean(),
});
export type CheckInLine = z.infer<typeof CheckInLine>;

export const CheckedIn = z.object({
  id: z.string(),
  playerName: z.string(),
  at: z.string(),
  /** `code`: another phone with the event's code. Null in older festival files. */
  by: z.enum(['owner', 'code', 'staff']).nullable(),
  name: z.string().nullable(),
});
export type CheckedIn = z.infer<typeof CheckedIn>;

const filter = {
  event: id().optional(),
  session: z
    .string()
    .regex(/^[\da-z-]{1,64}$/i, 'is not the end of a session')
    .optional(),
  /** Of a person whom a change is about, or who made it; a part is enough. */
  person: name().optional(),
};
const Filter = z.object(filter);
export type AuditFilter = z.output<typeof Filter>;

export const listAudit = endpoint({
  route: 'GET /api/admin/audit',
  summary:
    'The newest 200 changes organisers made, newest first; with `after`, those before the entry with this id. `checkIns=apart` leaves out check-ins and walk-ins.',
  who: 'admin',
  query: z.object({ ...filter, after: id().optional(), checkIns: z.literal('apart').optional() }),
  answer: z.array(AuditEntry),
});

export const exportAudit = endpoint({
  route: 'GET /api/admin/exports/audit.csv',
  summary: 'All changes organisers made, newest first.',
  query: Filter,
  ...CSV_EXPORT,
});

export const listCheckIns = endpoint({
  route: 'GET /api/admin/check-ins',
  summary:
    'How many places of each event are checked in since each hour, and by whom: lines whose last check-in is after `since` and up to `until`.',
  who: 'admin',
  query: z.object({ event: id().optional(), since: moment().optional(), until: moment().optional() }),
  answer: z.array(CheckInLine),
});

export const listCheckedIn = endpoint({
  route: 'GET /api/events/{id}/check-ins',
  summary: 'Who is checked in at an event, or is since an hour of it, newest first, at most 500.',
  who: 'admin',
  params: z.object({ id: id() }),
  query: z.object({
    hour: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d$/, 'is not an hour')
      .optional(),
  }),
  answer: z.array(CheckedIn),
});
