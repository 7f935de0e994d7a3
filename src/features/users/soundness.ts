import { sql } from 'kysely';
import { findRows } from '#database/soundness.ts';

export const userProblems = findRows([
  'two users of one name',
  sql`select name_key as what from users group by name_key having count(*) > 1`,
]);
