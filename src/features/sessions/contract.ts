import { z } from 'zod';
import { endpoint, id } from '#platform/contract.ts';

/** An active admin session. Neither its token nor the token's hash is ever sent. */
export const AdminSession = z.object({
  id: z.string(),
  /** Its name in the audit. */
  short: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  openedBy: z.enum(['password', 'link']),
  /** Whether it is the caller's own. */
  current: z.boolean(),
});
export type AdminSession = z.infer<typeof AdminSession>;

/**
 * `address` only for guesses from a browser without a cookie: an IPv4 address or an IPv6 network. `others`: all
 * guessers after the first hundred of an hour together.
 */
export const WrongGuesses = z.object({
  from: z.enum(['address', 'device', 'organiser', 'others']),
  address: z.string().nullable(),
  count: z.number(),
  lastAt: z.string(),
});
export type WrongGuesses = z.infer<typeof WrongGuesses>;

/** `count` and `guessers` cover all pages. */
export const WrongGuessPage = z.object({ count: z.number(), guessers: z.number(), list: z.array(WrongGuesses) });
export type WrongGuessPage = z.infer<typeof WrongGuessPage>;

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
  summary: 'Wrong guesses of the admin password in the last 24 hours, the latest guesser first, 10 on a page.',
  who: 'admin',
  query: z.object({
    page: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999')
      .optional(),
  }),
  answer: WrongGuessPage,
  status: 200,
  touches: [],
});
