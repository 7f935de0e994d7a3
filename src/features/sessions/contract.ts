import { z } from 'zod';
import { endpoint, id } from '#platform/contract.ts';

/** A running admin session. Neither its token nor the token's hash is ever sent. */
export const AdminSession = z.object({
  id: z.string(),
  /** Its name in the list of changes. */
  short: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  openedBy: z.enum(['password', 'link']),
  /** The asking browser's own. */
  current: z.boolean(),
});
export type AdminSession = z.infer<typeof AdminSession>;

/** `address` only where the guesses came from a browser without a cookie, which is known by nothing else. */
export const WrongGuesses = z.object({
  from: z.enum(['address', 'device', 'organiser']),
  address: z.string().nullable(),
  count: z.number(),
  lastAt: z.string(),
});
export type WrongGuesses = z.infer<typeof WrongGuesses>;

export const listSessions = endpoint({
  call: 'GET /api/admin/sessions',
  summary: 'The running admin sessions, the one used last first.',
  who: 'admin',
  answer: z.array(AdminSession),
  status: 200,
  touches: [],
});

export const endSession = endpoint({
  call: 'DELETE /api/admin/sessions/{id}',
  summary: 'End one admin session.',
  who: 'admin',
  params: z.object({ id: id() }),
  answer: null,
  status: 204,
  touches: ['sessions', 'audit'],
});

export const endOtherSessions = endpoint({
  call: 'DELETE /api/admin/sessions',
  summary: 'End every admin session but the asking browser’s own.',
  who: 'admin',
  answer: null,
  status: 204,
  touches: ['sessions', 'audit'],
});

export const listWrongGuesses = endpoint({
  call: 'GET /api/admin/wrong-guesses',
  summary: 'Wrong guesses of the admin password in the last 24 hours, the latest first.',
  who: 'admin',
  answer: z.array(WrongGuesses),
  status: 200,
  touches: [],
});
