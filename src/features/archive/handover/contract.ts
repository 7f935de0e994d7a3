import { z } from 'zod';
import { bounded, endpoint } from '#platform/contract.ts';
import { EVERYTHING } from '../contract.ts';

export const exportEverything = endpoint({
  route: 'GET /api/admin/exports/everything.zip',
  summary: 'All exports and pictures in one archive, with emails.',
  who: 'admin',
  answer: z.instanceof(Uint8Array),
  mediaType: 'application/zip',
});

const touches: readonly string[] = [
  ...EVERYTHING,
  ...['visitor', 'messages', 'announcements', 'queue', 'helpers', 'claims', 'calls', 'notices', 'registrations'],
  ...['pictures', 'screens', 'attention', 'deletions', 'standings', 'stars', 'points', 'my'],
];

export const What = z.enum(['people', 'everything']);
export type What = z.infer<typeof What>;

export const erase = endpoint({
  route: 'POST /api/admin/erase',
  summary: 'Erase the festival’s people, or everything but its facts, for good. `confirm`: the festival’s name.',
  who: 'admin',
  body: z.object({ what: What, confirm: bounded(500) }),
  /** The file name of the backup made before, deleted after seven days; null on PostgreSQL. */
  answer: z.object({ backup: z.string().nullable() }),
  touches,
});

export const beginNextYear = endpoint({
  route: 'POST /api/admin/next-year',
  summary: 'Move the festival to a new first day: its events become drafts on the same weekdays.',
  who: 'admin',
  body: z.object({
    firstDay: z.iso
      .date('is not a day written like 2026-11-12')
      .refine((day) => day >= '2000' && day < '2199', 'must be in the years 2000 to 2198'),
  }),
  /** `dates`: as the facts still write them. */
  answer: z.object({ lastDay: z.string(), events: z.number(), dates: z.string() }),
  touches: ['festival', 'events', 'audit'],
});
