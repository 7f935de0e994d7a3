import type { Duties } from '#database/duties.ts';
import { replaceNames } from '#database/replace-names.ts';
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
  // Of other accounts: "Beat Rosa".
  async forget(tx, { rows }) {
    const names = rows.map(({ name }) => name);
    await replaceNames(tx, { table: 'point_entries', keys: ['id'], column: 'reason' }, names);
  },
  anonymise: store.anonymiseEntries,
};
