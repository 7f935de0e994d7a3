import type { Duties } from '#database/duties.ts';
import { checkClaims } from './rules.ts';
import { claimProblems } from './soundness.ts';
import * as store from './store.ts';

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
