import { z } from 'zod';
import { codeIn, TYPED_CODE_LIMIT } from '#platform/codes.ts';
import { CSV_EXPORT, endpoint, id, moment, name, storable, whole } from '#platform/contract.ts';
import { POINTS } from '#platform/staff.ts';
import { BADGE_GROUP_LIMIT, CODE_LENGTH, SCORE } from './limits.ts';

export const Score = whole(SCORE);

/** Points; 0 until a score is entered. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  score: z.number(),
  /** Rises with every change of name or score. */
  revision: z.number(),
});
export type User = z.infer<typeof User>;

/** `code` is for staff, who type or scan it. */
export const OwnAccount = z.object({ id: z.string(), name: z.string(), code: z.string() });
export type OwnAccount = z.infer<typeof OwnAccount>;

/**
 * While the standings are frozen everybody else sees `shownScore`. `seenAt`: when staff saw the badge. `group`: what is printed on
 * the badge below the name; null for an account without a badge.
 */
export const AdminUser = User.extend({
  shownScore: z.number(),
  seenAt: moment().nullable(),
  group: z.string().nullable(),
});
export type AdminUser = z.infer<typeof AdminUser>;

/** Files from before badges have neither code nor group. */
export const ArchivedUser = z.object({
  id: id(),
  name: name(),
  score: Score,
  createdAt: moment(),
  code: z
    .string()
    .refine((code) => codeIn(code, CODE_LENGTH) === code, 'is not a code')
    .nullish(),
  group: storable(BADGE_GROUP_LIMIT).nullish(),
});
export type ArchivedUser = z.output<typeof ArchivedUser>;

export const NewUser = z.object({
  name: name(),
  /** 401 when the admin session has ended: the account would belong to the organiser's device. */
  asOrganiser: z.boolean().optional(),
});
export type NewUser = z.output<typeof NewUser>;

export const listUsers = endpoint({
  route: 'GET /api/users',
  summary: 'Every user, highest score first.',
  cachedUntil: ['users'],
  who: 'anyone',
  answer: z.array(User),
});

export const listAdminUsers = endpoint({
  route: 'GET /api/admin/users',
  summary: 'Every user with their score, highest first, also while the standings are frozen.',
  who: 'admin',
  answer: z.array(AdminUser),
});

export const createUser = endpoint({
  route: 'POST /api/users',
  summary: 'Create an account that is only a name. An admin’s new user belongs to no device.',
  who: 'anyone',
  body: NewUser,
  answer: User,
  status: 201,
  touches: ['users'],
  idempotent: true,
});

const params = z.object({ id: id() });

export const renameUser = endpoint({
  route: 'PATCH /api/users/{id}',
  summary: 'Change a user’s name, and that of the places taken under it.',
  who: 'admin',
  params,
  body: NewUser.pick({ name: true }),
  answer: User,
  touches: ['users', 'rsvps', 'matches', 'leaderboard'],
});

export const deleteUser = endpoint({
  route: 'DELETE /api/users/{id}',
  summary: 'Delete a user. It is hidden at once, and gone after a minute, with its points and claims.',
  who: 'admin',
  params,
  answer: null,
  status: 204,
  touches: ['users'],
});

/** The deletion is final at `undoUntil`. */
export const DeletedUser = User.extend({ undoUntil: z.string() });
export type DeletedUser = z.infer<typeof DeletedUser>;

export const listDeletedUsers = endpoint({
  route: 'GET /api/admin/deleted-users',
  summary: 'Deleted users that can still be restored.',
  who: 'admin',
  answer: z.array(DeletedUser),
});

export const restoreUser = endpoint({
  route: 'POST /api/users/{id}/restore',
  summary: 'Undo the deletion of a user.',
  who: 'admin',
  params,
  bodiless: true,
  answer: User,
  touches: ['users'],
});

export const listMyAccounts = endpoint({
  route: 'GET /api/users/my',
  summary: 'The accounts of this device with their codes; none without a cookie.',
  who: 'anyone',
  answer: z.array(OwnAccount),
});

const typedCode = z.object({ code: z.string().max(TYPED_CODE_LIMIT) });

export const findByCode = endpoint({
  route: 'GET /api/users/by-code/{code}',
  summary: 'The account whose code staff typed or scanned, also as an address with it.',
  who: 'admin',
  helpers: { roles: POINTS, id: 'points' },
  params: typedCode,
  answer: AdminUser,
});

export const markSeenByCode = endpoint({
  route: 'POST /api/users/by-code/{code}/seen',
  summary: 'Say that the desk has seen the badge whose code it scanned or typed.',
  who: 'admin',
  helpers: { roles: POINTS, id: 'points' },
  params: typedCode,
  bodiless: true,
  answer: AdminUser,
  touches: ['users', 'rsvps'],
});

export const claimBadge = endpoint({
  route: 'POST /api/users/by-code/{code}/claim',
  summary: 'Make the account of a badge one of this device. 409 when another phone has it.',
  who: 'anyone',
  params: typedCode,
  bodiless: true,
  answer: OwnAccount,
  touches: ['users'],
  idempotent: true,
});

export const renewCode = endpoint({
  route: 'POST /api/users/{id}/code',
  summary: 'A new code for a lost badge; the old one is void. With `unbinds` the phone that has the account loses it.',
  who: 'admin',
  params,
  body: z.object({ unbinds: z.boolean().default(false) }),
  answer: OwnAccount,
  touches: ['users'],
});

export const markSeen = endpoint({
  route: 'PUT /api/users/{id}/seen',
  summary: 'Say that the desk has seen a badge of this person, or take that back.',
  who: 'admin',
  helpers: { roles: POINTS, id: 'points' },
  params,
  body: z.object({ seen: z.boolean() }),
  answer: AdminUser,
  touches: ['users', 'rsvps'],
});

export const exportUsers = endpoint({
  route: 'GET /api/admin/exports/users.csv',
  summary: 'Every user with their score, highest first; such a file can be uploaded as scores again.',
  ...CSV_EXPORT,
});
