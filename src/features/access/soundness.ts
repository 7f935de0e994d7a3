import { sql } from 'kysely';
import { findRows } from '#database/duties.ts';

export const accessProblems = findRows(
  // A visitor with another's key would make forgetting and joining fail for the other.
  ['a visitor held by another key', sql`select id as what from visitors where hold_key <> id`],
  ['one key kept twice', sql`select key as what from idempotency_keys group by key having count(*) > 1`],
  ['a key without its answer', sql`select key as what from idempotency_keys where answer is null`],
);
