import { z } from 'zod';
import { endpoint, id, maybe, moment, text, whole } from '#platform/contract.ts';
import { POINTS } from '#platform/staff.ts';
import { missionId } from '../contract.ts';
import { GIVEN, LENGTHS } from './limits.ts';

const StoredState = z.enum(['claimed', 'approved', 'refused']);

export const Claim = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  missionId: z.string(),
  /** Whatever the mission says by now: its points are a number, or a rule in words. */
  task: z.string(),
  worth: z.union([z.number(), z.string()]),
  note: z.string().nullable(),
  /** `undone`: its points were taken back. */
  state: z.enum([...StoredState.options, 'undone']),
  /** Null until approved, and for readers who do not work here while it counts only at the ceremony. */
  points: z.number().nullable(),
  reason: z.string().nullable(),
  /** "Jo, points"; null for readers who do not work here. */
  by: z.string().nullable(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type Claim = z.infer<typeof Claim>;

export const ArchivedClaim = z.object({
  id: id(),
  userId: id(),
  missionId: missionId(),
  task: text(LENGTHS.task, 1),
  worth: text(LENGTHS.worth, 1),
  note: text(LENGTHS.note, 1).nullable(),
  state: StoredState,
  entryId: id().nullable(),
  reason: text(LENGTHS.reason, 1).nullable(),
  createdAt: moment(),
  decidedAt: moment().nullable(),
});
export type ArchivedClaim = z.output<typeof ArchivedClaim>;

const params = z.object({ id: id() });
const touches = ['claims', 'users', 'points'] as const;
const decision = { who: 'admin', helpers: { roles: POINTS, id: 'points' }, params, answer: Claim, touches } as const;

const NewClaim = z.object({ userId: id(), missionId: missionId(), note: maybe(text(LENGTHS.note, 1)) });
export type NewClaim = z.output<typeof NewClaim>;

export const makeClaim = endpoint({
  route: 'POST /api/claims',
  summary: 'Say that an account of this device did a mission. Staff decide.',
  who: 'owner',
  body: NewClaim,
  answer: Claim,
  status: 201,
  touches: ['claims'],
  idempotent: true,
});

export const listClaims = endpoint({
  route: 'GET /api/claims',
  summary:
    'For organisers and helpers with points: what waits, oldest first, then what was just decided. For others: their own.',
  who: 'anyone',
  answer: z.array(Claim),
});

export const MyClaims = z.object({
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
  claims: z.array(Claim),
});
export type MyClaims = z.infer<typeof MyClaims>;

export const listMyClaims = endpoint({
  route: 'GET /api/claims/my',
  summary: 'This device’s accounts and their claims, newest first; none without a cookie.',
  who: 'anyone',
  answer: MyClaims,
});

export const approveClaim = endpoint({
  ...decision,
  route: 'POST /api/claims/{id}/approve',
  summary: 'Give the points of a claimed mission. One whose points are words needs a number.',
  /** `evenMany`: a helper who was asked (409 MANY_POINTS) means it. */
  body: z.object({ points: maybe(whole(GIVEN)), evenMany: z.boolean().optional() }),
  bodyOptional: true,
});

export const refuseClaim = endpoint({
  ...decision,
  route: 'POST /api/claims/{id}/refuse',
  summary: 'Refuse a claim with a reason, which its account reads.',
  body: z.object({ reason: text(LENGTHS.reason, 1) }),
});

export const undoDecision = endpoint({
  ...decision,
  route: 'POST /api/claims/{id}/undo',
  summary: 'Take back, within a minute, what was decided: the claim waits again.',
  bodiless: true,
});
