import { z } from 'zod';
import { endpoint, id, name } from '#platform/contract.ts';
import { PASSWORD_LIMIT } from './limits.ts';

export const verifyPassword = endpoint({
  call: 'POST /api/admin/verify',
  summary: 'Try the admin password; the right one opens a session. A wrong one answers 200 with valid: false.',
  who: 'anyone',
  body: z.object({
    password: z.string().max(PASSWORD_LIMIT, `is longer than ${PASSWORD_LIMIT} characters`),
    /** For the list of changes. */
    name: name().optional(),
  }),
  answer: z.object({ valid: z.boolean() }),
  touches: [],
});

export const openLink = endpoint({
  call: 'POST /api/admin/link',
  summary: 'Open a session by a one-time link that was made on the server.',
  who: 'anyone',
  body: z.object({ token: z.string().max(100, 'is longer than 100 characters') }),
  answer: null,
  status: 204,
  touches: [],
});

export const readSession = endpoint({
  call: 'GET /api/admin/session',
  summary: 'Whether this browser holds a running admin session.',
  who: 'anyone',
  answer: z.object({ admin: z.boolean() }),
});

export const nameSession = endpoint({
  call: 'PUT /api/admin/session',
  summary:
    'Say whose session this is. Its changes in the list of changes, also earlier ones without a name, get the name.',
  who: 'admin',
  body: z.object({ name: name() }),
  answer: null,
  status: 204,
  touches: ['sessions', 'audit'],
});

export const logout = endpoint({
  call: 'POST /api/admin/logout',
  summary: 'End this browser’s admin session, if it has one.',
  who: 'anyone',
  bodiless: true,
  answer: null,
  status: 204,
  touches: [],
});

/** An active admin session. Neither its token nor the token's hash is ever sent. */
export const AdminSession = z.object({
  id: z.string(),
  /** What the audit calls it when nobody gave a name. */
  short: z.string(),
  /** Who unlocked it, as they said. */
  name: z.string().nullable(),
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
});
