import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { PASSWORD_LIMIT } from './limits.ts';

export const verifyPassword = endpoint({
  call: 'POST /api/admin/verify',
  summary: 'Try the admin password; the right one opens a session. A wrong one answers 200 with valid: false.',
  who: 'anyone',
  body: z.object({ password: z.string().max(PASSWORD_LIMIT, `is longer than ${PASSWORD_LIMIT} characters`) }),
  answer: z.object({ valid: z.boolean() }),
  status: 200,
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
  status: 200,
  touches: [],
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
