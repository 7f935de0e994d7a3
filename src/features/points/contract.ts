/** Every change of a score is an entry (docs/behaviour.md "Points"). */
import { z } from 'zod';
import { SCORE } from '#features/people/users/limits.ts';
import { endpoint, id, maybe, moment, text, whole } from '#platform/contract.ts';
import { POINTS } from '#platform/staff.ts';
import { BEGUN, LENGTHS, MOST_SCREENS, PODIUM } from './limits.ts';

export const PointKind = z.enum(['mission', 'event', 'award', 'correction', 'upload']);
export type PointKind = z.infer<typeof PointKind>;

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
  /** "Priya, organiser"; "an organiser" without a name; null for readers who do not work here. */
  by: z.string().nullable(),
  at: moment(),
  /** The entry whose points this one takes back. */
  undoes: z.string().nullable(),
  isUndone: z.boolean(),
});
export type PointEntry = z.infer<typeof PointEntry>;

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

export const ArchivedFreeze = z.object({ at: moment() });
export type ArchivedFreeze = z.output<typeof ArchivedFreeze>;

const params = z.object({ id: id() });

const GivenPoints = z.object({
  points: whole(SCORE).refine((points) => points !== 0, 'must not be 0'),
  reason: text(LENGTHS.reason, 1),
  missionId: maybe(missionId()),
  eventId: maybe(id()),
  /** A helper who was asked (409 MANY_POINTS) means it. */
  evenMany: z.boolean().optional(),
});
export type GivenPoints = z.output<typeof GivenPoints>;

export const givePoints = endpoint({
  route: 'POST /api/users/{id}/points',
  summary: 'Give a user points, or take some, with the reason.',
  who: 'admin',
  helpers: { roles: POINTS, id: 'points' },
  params,
  body: GivenPoints,
  answer: PointEntry,
  status: 201,
  touches: ['users', 'points'],
  idempotent: true,
});

export const listPoints = endpoint({
  route: 'GET /api/users/{id}/points',
  summary: 'The entries of a user, newest first: for its own devices and for staff.',
  who: 'owner',
  helpers: { roles: POINTS, id: 'points' },
  params,
  answer: z.array(PointEntry),
});

export const undoPoints = endpoint({
  route: 'DELETE /api/points/{id}',
  summary: 'Undo an entry by another one with the opposite points.',
  who: 'admin',
  helpers: { roles: POINTS, id: 'points' },
  params,
  answer: PointEntry,
  touches: ['users', 'points'],
});

export const listPointsSince = endpoint({
  route: 'GET /api/points/since',
  summary: 'Whose points have changed since a moment, and by how much.',
  who: 'admin',
  query: z.object({ at: moment() }),
  answer: z.array(z.object({ userId: z.string(), points: z.number() })),
});

export const CeremonyPlace = z.object({ id: z.string(), rank: z.int(), name: z.string(), points: z.number() });
export type CeremonyPlace = z.infer<typeof CeremonyPlace>;

const reveal = z.int().min(PODIUM).max(BEGUN).nullable();

export const Freeze = z.object({
  /** In force from `at` on, which may lie ahead. */
  frozen: z.boolean(),
  at: moment().nullable(),
  /** 11 begun, 10 to 1 the last rank told, 0 the podium; null before the ceremony. */
  to: reveal,
  places: z.array(CeremonyPlace),
});
export type Freeze = z.infer<typeof Freeze>;

/** For organisers, with every place. `lost`: places whose account is gone or has fewer points than when it began. */
export const Ceremony = Freeze.omit({ frozen: true, at: true }).extend({
  lost: z.array(
    z.object({ rank: z.int(), name: z.string().nullable(), points: z.number(), score: z.number().nullable() }),
  ),
});
export type Ceremony = z.infer<typeof Ceremony>;

export const readFreeze = endpoint({
  route: 'GET /api/standings/freeze',
  summary: 'Since when the standings that everybody sees are frozen, and what the ceremony has told.',
  who: 'anyone',
  cachedUntil: ['standings'],
  answer: Freeze,
});

export const freezeStandings = endpoint({
  route: 'PUT /api/standings/freeze',
  summary:
    'Freeze the standings that everybody sees, now or from a time on; or show them as they are, which ends the ceremony.',
  who: 'admin',
  /** `from`: as in a reveal, for the press that ends the ceremony. */
  body: z.object({ frozen: z.boolean(), at: maybe(moment()), from: reveal.optional() }),
  answer: Freeze,
  touches: ['standings', 'users', 'screens', 'audit'],
});

export const readCeremony = endpoint({
  route: 'GET /api/standings/ceremony',
  summary: 'All places of the ceremony, also those not told yet; none before it begins.',
  who: 'admin',
  answer: Ceremony,
});

export const revealStandings = endpoint({
  route: 'POST /api/standings/reveal',
  summary:
    'Begin the ceremony with 11 or 10, tell the places down to a rank, show the podium with 0, or put it away with null.',
  who: 'admin',
  body: z.object({
    to: reveal,
    /** The step that the caller saw. 409 CHANGED_MEANWHILE at another one; without it nothing is compared. */
    from: reveal.optional(),
    /** At the beginning: prizes only for people whose badge was seen. */
    onlySeen: z.boolean().default(false),
    /** At the beginning: named screens that show it until it ends. */
    screens: z.array(text(40, 1)).max(MOST_SCREENS).default([]),
    /** Rank again because accounts or points are gone; `to` does not count. */
    anew: z.boolean().default(false),
  }),
  answer: Ceremony,
  touches: ['standings', 'screens', 'audit'],
});
