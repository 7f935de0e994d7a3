import { z } from 'zod';
import { endpoint, name } from '#platform/contract.ts';
import { PASSWORD_LIMIT } from './limits.ts';

export const verifyPassword = endpoint({
  route: 'POST /api/admin/verify',
  summary: 'Try the admin password; the right one opens a session. A wrong one answers 200 with valid: false.',
  who: 'anyone',
  body: z.object({
    password: z.string().max(PASSWORD_LIMIT, `is longer than ${PASSWORD_LIMIT} characters`),
    name: name().optional(),
  }),
  answer: z.object({ valid: z.boolean() }),
  touches: [],
});

export const openLink = endpoint({
  route: 'POST /api/admin/link',
  summary: 'Open a session by a one-time link that was made on the server.',
  who: 'anyone',
  body: z.object({ token: z.string().max(100, 'is longer than 100 characters') }),
  answer: null,
  status: 204,
  touches: [],
});

export const readSession = endpoint({
  route: 'GET /api/admin/session',
  summary: 'Whether this browser holds a running admin session.',
  who: 'anyone',
  answer: z.object({ admin: z.boolean() }),
});

export const nameSession = endpoint({
  route: 'PUT /api/admin/session',
  summary:
    'Say whose session this is. Its changes in the list of changes, also earlier ones without a name, get the name.',
  who: 'admin',
  body: z.object({ name: name() }),
  answer: null,
  status: 204,
  touches: ['sessions', 'audit'],
});

export const logout = endpoint({
  route: 'POST /api/admin/logout',
  summary: 'End this browser’s admin session, if it has one.',
  who: 'anyone',
  bodiless: true,
  answer: null,
  status: 204,
  touches: [],
});

export const endOtherSessions = endpoint({
  route: 'DELETE /api/admin/sessions',
  summary: 'End every admin session but the asking browser’s own.',
  who: 'admin',
  answer: null,
  status: 204,
  touches: ['sessions', 'audit'],
});
