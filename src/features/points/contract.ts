/** Endpoints of the ledger: every change of a score is an entry (docs/behaviour.md "Points"). */
import { z } from 'zod';
import { SCORE } from '#features/users/limits.ts';
import { endpoint, id, moment, text, whole } from '#platform/contract.ts';
import { POINTS } from '#platform/staff.ts';
import { LENGTHS } from './limits.ts';

export const PointKind = z.enum(['mission', 'event', 'award', 'correction', 'upload']);
export type PointKind = z.infer<typeof PointKind>;

/** The id of a mission in the festival's facts. */
export const missionId = () => z.string().regex(/^[a-z0-9-]{1,80}$/, 'is not the id of a mission');

export const PointEntry = z.object({
  id: z.string(),
  userId: z.string(),
  /** Null while it counts only at the ceremony, for readers who may not know yet. */
  points: z.number().nullable(),
  kind: PointKind,
  reason: z.string(),
  missionId: z.string().nullable(),
  eventId: z.string().nullable(),
  /** "Priya, organiser"; null when nobody gave a name, and for readers who do not work here. */
  by: z.string().nullable(),
  at: moment(),
  /** The entry whose points this one takes back. */
  undoes: z.string().nullable(),
  isUndone: z.boolean(),
});
export type PointEntry = z.infer<typeof PointEntry>;

/** As in a festival file. */
export const ArchivedPointEntry = z.object({
  id: id(),
  userId: id(),
  points: z
    .int()
    .min(SCORE.min - SCORE.max)
    .max(SCORE.max - SCORE.min),
  kind: PointKind,
  reason: text(LENGTHS.stored, 1),
  missionId: missionId().nullable(),
  eventId: id().nullable(),
  uploadId: id().nullable(),
  undoes: id().nullable(),
  at: moment(),
});
export type ArchivedPointEntry = z.output<typeof ArchivedPointEntry>;

const params = z.object({ id: id() });

export const givePoints = endpoint({
  call: 'POST /api/users/{id}/points',
  summary: 'Give a user points, or take some, with the reason.',
  who: 'admin',
  helpers: { roles: POINTS, id: 'points' },
  params,
  body: z.object({
    points: whole(SCORE).refine((points) => points !== 0, 'must not be 0'),
    reason: text(LENGTHS.reason, 1),
    missionId: missionId().optional(),
    eventId: id().optional(),
  }),
  answer: PointEntry,
  status: 201,
  touches: ['users', 'points'],
  idempotent: true,
});

export const listPoints = endpoint({
  call: 'GET /api/users/{id}/points',
  summary: 'The entries of a user, newest first: for its own devices and for staff.',
  who: 'owner',
  helpers: { roles: POINTS, id: 'points' },
  params,
  answer: z.array(PointEntry),
});

export const undoPoints = endpoint({
  call: 'DELETE /api/points/{id}',
  summary: 'Undo an entry by another one with the opposite points.',
  who: 'admin',
  helpers: { roles: POINTS, id: 'points' },
  params,
  answer: PointEntry,
  touches: ['users', 'points'],
});
