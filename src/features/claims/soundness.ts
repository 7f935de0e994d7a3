import { sql } from 'kysely';
import { findRows } from '#database/soundness.ts';

export const claimProblems = findRows(
  [
    'an approved claim without an entry of its user and mission',
    sql`select claims.id as what from claims left join point_entries entry on entry.id = claims.entry_id
        where claims.state = 'approved' and (entry.id is null or entry.user_id <> claims.user_id
          or entry.mission_id is null or entry.mission_id <> claims.mission_id or entry.undoes is not null)`,
  ],
  [
    'a claim that was not approved, with points',
    sql`select claims.id as what from claims where entry_id is not null and state <> 'approved'`,
  ],
);
