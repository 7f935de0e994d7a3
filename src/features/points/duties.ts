import { sql } from 'kysely';
import { type Duties, findRows } from '#database/duties.ts';
import { checkEntries } from './rules.ts';
import * as store from './store.ts';

const pointProblems = findRows(
  [
    'a score that is not the sum of its entries',
    sql`select id as what from users where score <> coalesce((select sum(points) from point_entries where user_id = users.id), 0)`,
  ],
  [
    'an undo of other points',
    sql`select undo.id as what from point_entries undo join point_entries entry on entry.id = undo.undoes
        where undo.points <> -entry.points or undo.user_id <> entry.user_id or entry.undoes is not null`,
  ],
  [
    'a shown score that differs although nothing is frozen',
    sql`select id as what from users where shown_score <> score and not exists (select 1 from standings where frozen_at is not null)`,
  ],
);

/** Entries go with their user. */
export const pointDuties: Duties = {
  problems: pointProblems,
  archived: {
    key: 'points',
    table: 'point_entries',
    read: store.readEntries,
    check: checkEntries,
    write: store.writeEntries,
  },
  cleared: ['standings'],
  typed: [{ table: 'point_entries', column: 'reason', at: 'at' }],
  anonymise: store.anonymiseEntries,
  // With the names of the ceremony.
  erased: ['standings'],
};

/** The festival file's list after the entries. */
export const freezeDuties: Duties = {
  archived: { key: 'freeze', read: store.listFreezes, write: store.writeFreeze },
};
