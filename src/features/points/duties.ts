import type { Duties } from '#database/duties.ts';
import { checkEntries } from './rules.ts';
import { pointProblems } from './soundness.ts';
import * as store from './store.ts';

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
};

/** The festival file's list after the entries. */
export const freezeDuties: Duties = {
  archived: { key: 'freeze', read: store.readFreeze, write: store.writeFreeze },
};
