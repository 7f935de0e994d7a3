import type { Duties } from '#database/duties.ts';
import { replaceNames } from '#database/replace-names.ts';
import { checkClaims } from './rules.ts';
import { claimProblems } from './soundness.ts';
import * as store from './store.ts';

/** Claims go with their account. */
export const claimDuties: Duties = {
  problems: claimProblems,
  archived: { key: 'claims', table: 'claims', read: store.readClaims, check: checkClaims, write: store.writeClaims },
  registered: {
    kind: 'claim',
    table: 'claims',
    listAfter: store.listMadeAfter,
    remove: store.deleteOpen,
    restore: store.putBack,
  },
  // Of other accounts: why a claim was refused, and what its phone wrote.
  async forget(tx, { rows }) {
    const names = rows.map(({ name }) => name);
    for (const column of ['reason', 'note']) await replaceNames(tx, { table: 'claims', keys: ['id'], column }, names);
  },
  anonymise: store.anonymiseClaims,
};
