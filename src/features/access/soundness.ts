import { sql } from 'kysely';
import { z } from 'zod';
import { findRows, type Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { json, sha256, shallowJson, stamp, storable } from '#platform/stored.ts';
import { PASSWORD, SECRET } from './commands/unlock.ts';

const TOKEN = z.string().regex(/^[\w-]{16,100}$/, 'is not a token');
/** The format of `hashPassword`; checking a password against anything else would always fail. */
const PASSWORD_HASH = z.string().regex(/^argon2id:[\w-]{22}:[\w-]{43}$/, 'is not the hash of a password');

const ANSWER_LIMIT = 64 * 1024;

export const accessSoundness: Soundness<
  | 'visitors'
  | 'devices'
  | 'admin_sessions'
  | 'admin_links'
  | 'admin_guesses'
  | 'wrong_guesses'
  | 'minute_budgets'
  | 'idempotency_keys'
> = {
  meta: { [SECRET]: TOKEN, [PASSWORD]: PASSWORD_HASH },
  rows: {
    visitors: z.object({
      id: id(),
      hold_key: storable(100),
      created_at: stamp(),
      network: storable(100).nullable(),
      calendar_generation: z.int().min(1),
    }),
    devices: z.object({
      id: id(),
      visitor_id: id(),
      token_hash: sha256(),
      created_at: stamp(),
      last_seen_at: stamp(),
    }),
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
    minute_budgets: z.object({ name: storable(100), used: z.int().min(0), since: stamp() }),
    idempotency_keys: z.object({
      key: z.guid('is not a UUID'),
      request_hash: sha256(),
      answer: json(shallowJson(6), ANSWER_LIMIT).nullable(),
      visitor_id: id().nullable(),
      salt: TOKEN,
      created_at: stamp(),
      asked_by: id().nullable(),
    }),
  },
  problems: findRows(
    // A visitor with another's key would make forgetting and joining fail for the other.
    ['a visitor held by another key', sql`select id as what from visitors where hold_key <> id`],
    ['one key kept twice', sql`select key as what from idempotency_keys group by key having count(*) > 1`],
    ['a key without its answer', sql`select key as what from idempotency_keys where answer is null`],
  ),
};
