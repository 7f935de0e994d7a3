import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';

const count = z.number();

/** Timed work. `endedAt` is null before the first run, `nextAt` where only its occasion is known. */
export const TimedWork = z.object({
  name: z.string(),
  everyMs: count.nullable(),
  endedAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  /** Whether the last run failed. */
  failed: z.boolean(),
  failures: count,
});
export type TimedWork = z.infer<typeof TimedWork>;

/** The program on its machine; what cannot be known is null. Nothing in it tells of a visitor. */
export const SystemState = z.object({
  version: z.string(),
  /** Hash of the build. */
  release: z.string(),
  node: z.string(),
  /** Machine and process that answered. */
  instance: z.string(),
  /** Whether no other instance can use this database. */
  isAlone: z.boolean(),
  upSeconds: count,
  /** Resident memory in bytes. */
  memory: count,
  database: z.object({ kind: z.enum(['sqlite', 'postgres']), bytes: count.nullable() }),
  /** Null on PostgreSQL and in memory, where the program makes none. */
  backups: z.object({ newest: z.string().nullable(), bytes: count.nullable() }).nullable(),
  /** Where the database is. */
  disk: z.object({ free: count, size: count }).nullable(),
  screens: z.object({ open: count, most: count }),
  /** How many files and connections the system lets the program open. */
  openFiles: count.nullable(),
  publicUrl: z.string().nullable(),
  work: z.array(TimedWork),
});
export type SystemState = z.infer<typeof SystemState>;

export const readSystem = endpoint({
  call: 'GET /api/admin/system',
  summary: 'The instance that answers: version, database, backups, disk, open screens and timed work.',
  who: 'admin',
  answer: SystemState,
});
