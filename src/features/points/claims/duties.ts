import { sql } from 'kysely';
import { type Duties, findRows } from '#database/duties.ts';
import { checkClaims } from './rules.ts';
import * as store from './store.ts';

const claimProblems = findRows(
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

/** Claims go with their account. */
export const claimDuties: Duties = {
  problems: claimProblems,
  archived: { key: 'claims', table: 'claims', read: store.readClaims, check: checkClaims, write: store.writeClaims },
  registered: {
    table: 'claims',
    listAfter: store.listMadeAfter,
    remove: store.deleteOpen,
    restore: store.putBack,
  },
  typed: [
    { table: 'claims', column: 'note', at: 'created_at', topic: 'claims' },
    { table: 'claims', column: 'reason', at: 'decided_at', topic: 'claims' },
  ],
  anonymise: store.anonymiseClaims,
};
