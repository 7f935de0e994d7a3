import { sql } from 'kysely';
import { z } from 'zod';
import { findRows, type Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { json, sha256, shallowJson, stamp, storable } from '#platform/stored.ts';

const TOKEN = z.string().regex(/^[\w-]{16,100}$/, 'is not a token');
/** As `hashPassword` writes it: checking a password against anything else would fail each time. */
const PASSWORD_HASH = z.string().regex(/^argon2id:[\w-]{22}:[\w-]{43}$/, 'is not the hash of a password');

/** Facts the program keeps about itself. An unknown one is from another version, and nothing reads it. */
const FACTS: Readonly<Record<string, z.ZodType>> = {
  secret: TOKEN,
  'admin password': PASSWORD_HASH,
  'sample data': z.literal('on', 'is not on'),
  'archive lock': z.literal('', 'is not empty'),
};

const meta = z.object({ key: storable(100), value: storable(10_000) }).superRefine(({ key, value }, context) => {
  for (const { message } of FACTS[key]?.safeParse(value).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: ['value'], message });
  }
});

const ANSWER_LIMIT = 64 * 1024;

export const accessSoundness: Soundness<
  'meta' | 'visitors' | 'admin_sessions' | 'admin_links' | 'admin_guesses' | 'wrong_guesses' | 'idempotency_keys'
> = {
  rows: {
    meta,
    visitors: z.object({ id: id(), token_hash: sha256(), created_at: stamp() }),
    admin_sessions: z.object({
      id: id(),
      token_hash: sha256(),
      created_at: stamp(),
      last_seen_at: stamp(),
      opened_by: z.enum(['password', 'link']),
    }),
    admin_links: z.object({ id: id(), token_hash: sha256(), created_at: stamp(), used_at: stamp().nullable() }),
    admin_guesses: z.object({ guesser: storable(200), failures: z.int().min(0), next_at: stamp(), last_at: stamp() }),
    wrong_guesses: z.object({
      guesser: storable(200),
      hour: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d$/, 'is not an hour'),
      count: z.int().min(1),
      last_at: stamp(),
    }),
    idempotency_keys: z.object({
      key: z.guid('is not a UUID'),
      request_hash: sha256(),
      status: z.int().nullable(),
      answer: json(shallowJson(6), ANSWER_LIMIT).nullable(),
      visitor_id: id().nullable(),
      salt: TOKEN,
      created_at: stamp(),
      asked_by: id().nullable(),
    }),
  },
  problems: findRows(
    ['one key kept twice', sql`select key as what from idempotency_keys group by key having count(*) > 1`],
    ['a key without its answer', sql`select key as what from idempotency_keys where answer is null`],
  ),
};
